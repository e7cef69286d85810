import * as z from 'zod';
import { endpoint, integerText } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';
import { diskImage, flagValue, networkLine, rawValue, subnetFields, subnetLine } from './parts.ts';

const readEndpoint = { method: 'GET', changes: false, speaks: 'console' } as const;
const change = {
  access: 'networks.manage',
  changes: true,
  unrecorded: true,
  speaks: 'console',
} as const;
const place = z.string().trim().max(60);
const datacenter = z.strictObject({ datacenter: place });
const number = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/, { message: schemaMessage(localize('invalid.message.enterNumber')) });
const emptySchema = z.strictObject({});
/** Numbers can be sent as text. */
const texts = z.array(flagValue(100)).max(64);
const networkErrors = ['compatibleDatacenterUnknown', 'compatibleNetworkNone'] as const;

const subnetOfEdit = subnetLine
  .omit({ datacenter: true, vlanId: true })
  .extend({ edit: z.boolean() });
const datacenterConfiguration = z.strictObject({
  diskSizesGBConf: z.array(z.int()),
  trafficPackage: z.string(),
  trafficPackageConf: z.array(z.string()),
  cpuConf: z.record(z.string(), z.array(z.int())),
  ramMBConf: z.record(z.string(), z.array(z.int())),
  serverCategoryDiskImages: z.array(
    z.strictObject({
      oStitleName: z.string(),
      diskImages: z.array(
        z.strictObject({
          ...{ id: z.string(), description: z.string(), name: z.string(), osDiskSizeGB: z.int() },
          ramMBMin: z.record(z.string(), z.int()),
        }),
      ),
    }),
  ),
});

export const consolePlaceEndpoints = {
  consoleListImages: endpoint({
    title: localize('operations.consoleListImages'),
    ...readEndpoint,
    ...{
      path: '/service/server/options/images/{datacenter}',
      also: '/service/server/options/images/{datacenter}',
    },
    summary: 'Compatible API: list a datacenter’s images.',
    access: 'servers.create',
    params: datacenter,
    answer: z.array(
      diskImage.pick({ id: true, description: true, sizeGB: true, additionalDisks: true }).extend({
        minRequirements: z.strictObject({
          minCpu: z.int(),
          minRamMB: z.int(),
          minDiskSize: z.int(),
        }),
      }),
    ),
    errors: ['compatibleDatacenterUnknown'],
  }),
  consoleReadImage: endpoint({
    title: localize('operations.consoleReadImage'),
    ...readEndpoint,
    ...{
      path: '/service/server/options/image/{imageId}',
      also: '/service/server/options/image/{imageId}',
    },
    summary: 'Compatible API: get an image’s server options.',
    access: 'servers.create',
    params: z.strictObject({ imageId: z.string().max(100) }),
    answer: z.strictObject({
      ...{
        datacenter: z.string(),
        image: z.string(),
        cpu: z.array(z.string()),
        ram: z.record(z.string(), z.array(z.int())),
      },
      ...{
        disk: z.array(z.int()),
        billing: z.array(z.string()),
        traffic: z.array(z.strictObject({ name: z.string() })),
      },
      imageRequirements: z.strictObject({
        minCpu: z.int(),
        minRamMB: z.int(),
        minDiskSize: z.int(),
      }),
    }),
    errors: ['compatibleImageUnknown'],
  }),
  consoleReadBilling: endpoint({
    title: localize('operations.consoleReadBilling'),
    ...readEndpoint,
    ...{
      path: '/service/billing/{year}/{month}/self',
      also: '/service/billing/{year}/{month}/self',
      kind: 'file',
    },
    summary: 'Compatible API: get month-to-date cost as CSV (RFC 4180).',
    access: 'billing.view',
    params: z.strictObject({
      year: integerText({ min: 2000, max: 9999 }),
      month: integerText({ min: 1, max: 12 }),
    }),
    errors: ['compatiblePathUnknown'],
  }),
  consoleCreateServers: endpoint({
    title: localize('operations.consoleCreateServers'),
    ...change,
    ...{ method: 'POST', path: '/serverCreate', access: 'servers.create' },
    summary: 'Compatible API: create servers (web console path).',
    body: z.object({
      ...{
        datacenter: place,
        names: texts.min(1).max(100),
        nServers: flagValue(10),
        cpuStr: flagValue(20),
        ramMB: flagValue(20),
      },
      ...{ diskSizesGB: texts, password: rawValue(128), passwordValidate: rawValue(128) },
      ...{
        managed: flagValue(10),
        backup: flagValue(10),
        billingMode: flagValue(20),
        trafficPackage: flagValue(40),
        powerOnCompletion: flagValue(10),
      },
      ...{
        netModes: texts,
        netNames: texts,
        netIps: texts,
        diskImageId: flagValue(300),
        sourceServerId: flagValue(),
      },
      ...{
        script: flagValue(60_000, { multiline: true }),
        userData: flagValue(60_000, { multiline: true }),
      },
      selectedSSHKeyValue: flagValue(20_000, { multiline: true }),
      selectedTags: z
        .array(z.object({ value: flagValue(40), label: flagValue(40) }))
        .max(20)
        .optional(),
    }),
    answer: z.array(z.int()),
    errors: [
      'compatibleFlagMissing',
      'compatibleFlagWrong',
      'compatibleImageUnknown',
      'compatibleImageElsewhere',
      'serverNameTaken',
    ],
  }),
  consoleReadDatacenters: endpoint({
    title: localize('operations.consoleReadDatacenters'),
    ...readEndpoint,
    path: '/serverCreate/datacenters',
    summary: 'Compatible API: list datacenters.',
    access: 'servers.view',
    answer: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        subCategory: z.string(),
      }),
    ),
  }),
  consoleReadDatacenter: endpoint({
    title: localize('operations.consoleReadDatacenter'),
    ...readEndpoint,
    path: '/serverCreate/datacenterConfiguration/{datacenter}',
    summary: 'Compatible API: get a datacenter’s server options.',
    access: 'servers.create',
    params: datacenter,
    query: z.object({ userId: flagValue(60) }),
    answer: datacenterConfiguration,
    errors: ['compatibleDatacenterUnknown'],
  }),
  consoleReadByPath: endpoint({
    title: localize('operations.consoleReadByPath'),
    ...readEndpoint,
    path: '',
    speaks: 'cli',
    summary: 'Compatible API: same call with the path in the query.',
    access: 'servers.create',
    query: z.object({ path: flagValue(200) }),
    answer: datacenterConfiguration,
    errors: ['compatiblePathUnknown', 'compatibleDatacenterUnknown'],
  }),
  consoleReadCopy: endpoint({
    title: localize('operations.consoleReadCopy'),
    ...readEndpoint,
    path: '/serverCreate/configuration',
    summary: 'Compatible API: get the default configuration of a clone.',
    access: 'servers.create',
    query: z.object({ sourceServerId: z.uuid(), userId: flagValue(60) }),
    answer: z.strictObject({
      ...{
        names: z.array(z.string()),
        datacenter: z.string(),
        cpuStr: z.string(),
        cpuType: z.string(),
        ramMB: z.int(),
      },
      ...{
        diskSizesGB: z.array(z.int()),
        billingMode: z.int(),
        trafficPackage: z.string(),
        managed: z.boolean(),
        backup: z.boolean(),
      },
      ...{ diskImageId: z.string(), netNames: z.array(z.string()) },
    }),
  }),
  consoleListNetworks: endpoint({
    title: localize('operations.consoleListNetworks'),
    ...readEndpoint,
    path: '/networks/{datacenter}/networks',
    summary: 'Compatible API: list a datacenter’s private networks by page.',
    access: 'networks.view',
    params: datacenter,
    query: z.object({
      filter: flagValue(),
      size: flagValue(10),
      sorting: flagValue(40),
      from: flagValue(20),
    }),
    answer: z.strictObject({ size: z.int(), total: z.int(), items: z.array(networkLine) }),
    errors: ['compatibleDatacenterUnknown'],
  }),
  consoleReadNewNetwork: endpoint({
    title: localize('operations.consoleReadNewNetwork'),
    ...readEndpoint,
    path: '/networks/{datacenter}/create',
    summary: 'Compatible API: get suggestions for a new network.',
    access: 'networks.manage',
    params: datacenter,
    answer: z.strictObject({
      name: z.string(),
      subnetIp: z.array(z.string()),
      subnetMask: z.array(z.string()),
    }),
    errors: ['compatibleDatacenterUnknown'],
  }),
  consoleCreateNetwork: endpoint({
    title: localize('operations.consoleCreateNetwork'),
    ...change,
    ...{ method: 'POST', path: '/networks/{datacenter}/create' },
    summary: 'Compatible API: create a private network (web console path).',
    params: datacenter,
    body: z.object({ name: flagValue(63), ...subnetFields }),
    answer: z.strictObject({ networkId: z.int(), subnetId: z.int() }),
    errors: ['compatibleDatacenterUnknown', 'networkNameTaken', 'subnetRangeInvalid'],
  }),
  consoleDeleteNetwork: endpoint({
    title: localize('operations.consoleDeleteNetwork'),
    ...change,
    ...{ method: 'DELETE', path: '/networks/{datacenter}/{networkId}/delete' },
    summary: 'Compatible API: delete a network (web console path).',
    params: datacenter.extend({ networkId: number }),
    answer: emptySchema,
    errors: [...networkErrors, 'compatibleNetworkKept', 'networkInUse'],
  }),
  consoleCreateSubnet: endpoint({
    title: localize('operations.consoleCreateSubnet'),
    ...change,
    ...{ method: 'POST', path: '/networks/{datacenter}/{networkId}/create' },
    summary: 'Compatible API: add a subnet (web console path).',
    params: datacenter.extend({ networkId: number }),
    body: z.object(subnetFields),
    answer: z.strictObject({ subnetId: z.int() }),
    errors: [...networkErrors, 'subnetOverlaps', 'subnetRangeInvalid'],
  }),
  consoleListSubnets: endpoint({
    title: localize('operations.consoleListSubnets'),
    ...readEndpoint,
    path: '/networks/subnets',
    summary: 'Compatible API: list a network’s subnets (web console path).',
    access: 'networks.view',
    query: z.object({
      datacenter: place,
      vlanId: number,
      filter: flagValue(),
      size: flagValue(10),
      sorting: flagValue(40),
      from: flagValue(20),
    }),
    answer: z.strictObject({
      size: z.int(),
      total: z.int(),
      subnets: z.array(subnetLine),
      items: z.array(subnetLine),
    }),
    errors: networkErrors,
  }),
  consoleChangeSubnet: endpoint({
    title: localize('operations.consoleChangeSubnet'),
    ...change,
    ...{ method: 'PUT', path: '/networks/subnets/subnet/{subnetNumber}/edit' },
    summary: 'Compatible API: update a subnet (web console path).',
    params: z.strictObject({ subnetNumber: number }),
    body: z.object({ datacenter: flagValue(60), vlanId: flagValue(20), ...subnetFields }),
    answer: subnetOfEdit,
    errors: ['compatibleSubnetUnknown', 'compatibleFlagWrong', 'subnetRangeInvalid'],
  }),
  consoleDeleteSubnet: endpoint({
    title: localize('operations.consoleDeleteSubnet'),
    ...change,
    ...{ method: 'DELETE', path: '/networks/subnets/subnet/{subnetNumber}/delete' },
    summary: 'Compatible API: delete a subnet (web console path).',
    params: z.strictObject({ subnetNumber: number }),
    answer: emptySchema,
    errors: ['compatibleSubnetUnknown', 'subnetInUse'],
  }),
  consoleListAddresses: endpoint({
    title: localize('operations.consoleListAddresses'),
    ...readEndpoint,
    path: '/networks/ips',
    summary: 'Compatible API: list a subnet’s IP addresses.',
    access: 'networks.view',
    query: z.object({ subnetId: number, networkId: flagValue(20), datacenter: flagValue(60) }),
    answer: z.array(z.strictObject({ ip: z.string(), clearIsEnable: z.boolean() })),
    errors: ['compatibleSubnetUnknown'],
  }),
  getCalculator: endpoint({
    title: localize('operations.getCalculator'),
    ...readEndpoint,
    ...{ path: '/info/calculator.js.php', also: '/info/calculator.js.php', kind: 'file' },
    summary: 'Compatible API: get the price list as a script for client-side calculation.',
    access: 'public',
    forKeys: true,
    errors: ['compatiblePathUnknown', 'priceMissing'],
  }),
};
