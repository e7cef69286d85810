import * as z from 'zod';
import { endpoint } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import {
  flagValue,
  networkLine,
  networkMessage,
  queuedTask,
  queueLine,
  subnetFields,
  subnetLine,
} from './parts.ts';

const cliDialect = { speaks: 'cli' } as const;
const change = {
  ...cliDialect,
  method: 'POST',
  access: 'networks.manage',
  changes: true,
  unrecorded: true,
} as const;

const datacenter = flagValue(60).describe('Datacenter of the network');
const vlanId = flagValue(20).describe('Number of the network');
const subnetId = flagValue(20).describe('Number of the subnet');
const networkErrors = [
  'compatibleDatacenterUnknown',
  'compatibleNetworkNone',
  'compatibleFlagMissing',
  'compatibleFlagWrong',
] as const;

export const cliNetworkEndpoints = {
  cliListNetworks: endpoint({
    title: localize('operations.cliListNetworks'),
    ...{
      method: 'GET',
      path: '/service/networks',
      also: '/service/networks',
      access: 'networks.view',
      changes: false,
    },
    ...cliDialect,
    summary: 'Compatible API: list a datacenter’s private networks.',
    query: z.object({ datacenter }),
    answer: z.array(networkLine),
    errors: ['compatibleDatacenterUnknown'],
  }),
  cliCreateNetwork: endpoint({
    title: localize('operations.cliCreateNetwork'),
    ...{ path: '/service/network/create', also: '/service/network/create' },
    ...change,
    summary: 'Compatible API: create a private network with a subnet.',
    body: z.object({
      datacenter,
      name: flagValue(63).describe('Name of the network'),
      ...subnetFields,
    }),
    answer: networkMessage,
    errors: [
      'compatibleDatacenterUnknown',
      'compatibleFlagMissing',
      'compatibleFlagWrong',
      'networkNameTaken',
    ],
  }),
  cliDeleteNetwork: endpoint({
    title: localize('operations.cliDeleteNetwork'),
    ...{ path: '/service/network/delete', also: '/service/network/delete' },
    ...change,
    summary: 'Compatible API: delete a network without subnets.',
    body: z.object({ datacenter, id: flagValue(20).describe('Number of the network') }),
    answer: networkMessage,
    errors: [...networkErrors, 'compatibleNetworkKept', 'networkInUse'],
  }),
  cliListSubnets: endpoint({
    title: localize('operations.cliListSubnets'),
    ...{
      method: 'GET',
      path: '/service/network/subnets',
      also: '/service/network/subnets',
      access: 'networks.view',
      changes: false,
    },
    ...cliDialect,
    summary: 'Compatible API: list a network’s subnets.',
    query: z.object({ datacenter, vlanId }),
    answer: z.array(subnetLine),
    errors: networkErrors,
  }),
  cliCreateSubnet: endpoint({
    title: localize('operations.cliCreateSubnet'),
    ...{ path: '/service/network/subnet/create', also: '/service/network/subnet/create' },
    ...change,
    summary: 'Compatible API: add a subnet to a network.',
    body: z.object({ datacenter, vlanId, ...subnetFields }),
    answer: networkMessage,
    errors: [...networkErrors, 'subnetOverlaps'],
  }),
  cliChangeSubnet: endpoint({
    title: localize('operations.cliChangeSubnet'),
    ...{ path: '/service/network/subnet/edit', also: '/service/network/subnet/edit' },
    ...change,
    summary: 'Compatible API: update a subnet’s gateway, name servers, or description.',
    body: z.object({ datacenter, vlanId, subnetId, ...subnetFields }),
    answer: networkMessage,
    errors: [...networkErrors, 'compatibleSubnetUnknown'],
  }),
  cliDeleteSubnet: endpoint({
    title: localize('operations.cliDeleteSubnet'),
    ...{ path: '/service/network/subnet/delete', also: '/service/network/subnet/delete' },
    ...change,
    summary: 'Compatible API: delete a subnet without servers.',
    body: z.object({ subnetId }),
    answer: networkMessage,
    errors: ['compatibleSubnetUnknown', 'subnetInUse'],
  }),
  cliReadQueue: endpoint({
    title: localize('operations.cliReadQueue'),
    ...{
      method: 'GET',
      path: '/service/queue',
      also: '/service/queue',
      access: 'tasks.view',
      changes: false,
    },
    ...cliDialect,
    summary: 'Compatible API: get tasks by number, or the latest ones.',
    forBoundKeys: true,
    query: z.object({
      id: flagValue(4000).describe('Number of the command'),
      log: flagValue(10).describe('Only show the log'),
      wait: flagValue(10),
    }),
    answer: z.union([
      z.array(queueLine),
      z.array(queuedTask),
      z.array(queueLine.pick({ log: true })),
    ]),
  }),
  cliReadSchema: endpoint({
    title: localize('operations.cliReadSchema'),
    ...{ method: 'GET', path: '/schema', also: '/schema', access: 'public', changes: false },
    ...cliDialect,
    summary: 'Compatible API: get the command line’s schema.',
    forKeys: true,
    query: z.object({ supports: flagValue(200) }),
    answer: z.strictObject({
      schema_version: z.tuple([z.int(), z.int(), z.int()]),
      schema_generated_at: z.string(),
      commands: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
};
