import * as z from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { given, networkLine, networkMessage, queuedTask, queueLine, subnetFields, subnetLine } from './parts.ts';

const both = { speaks: 'cli' } as const;
const change = { ...both, method: 'POST', access: 'networks.manage', changes: true, unrecorded: true } as const;

const datacenter = given(60).describe('Datacenter of the network');
const vlanId = given(20).describe('Number of the network');
const subnetId = given(20).describe('Number of the subnet');
const networkErrors = ['compatibleDatacenterUnknown', 'compatibleNetworkNone', 'compatibleFlagMissing', 'compatibleFlagWrong'] as const;

export const cliNetworkEndpoints = {
  cliListNetworks: endpoint({
    ...{ method: 'GET', path: '/service/networks', also: '/service/networks', access: 'networks.view', changes: false },
    ...both,
    summary: 'For published clients: the private networks of a datacenter.',
    query: z.object({ datacenter }),
    answer: z.array(networkLine),
    errors: ['compatibleDatacenterUnknown'],
  }),
  cliCreateNetwork: endpoint({
    ...{ path: '/service/network/create', also: '/service/network/create' },
    ...change,
    summary: 'For published clients: makes a private network with a subnet.',
    body: z.object({ datacenter, name: given(63).describe('Name of the network'), ...subnetFields }),
    answer: networkMessage,
    errors: ['compatibleDatacenterUnknown', 'compatibleFlagMissing', 'compatibleFlagWrong', 'networkNameTaken'],
  }),
  cliDeleteNetwork: endpoint({
    ...{ path: '/service/network/delete', also: '/service/network/delete' },
    ...change,
    summary: 'For published clients: deletes a network that has no subnets any more.',
    body: z.object({ datacenter, id: given(20).describe('Number of the network') }),
    answer: networkMessage,
    errors: [...networkErrors, 'compatibleNetworkKept', 'networkInUse'],
  }),
  cliListSubnets: endpoint({
    ...{ method: 'GET', path: '/service/network/subnets', also: '/service/network/subnets', access: 'networks.view', changes: false },
    ...both,
    summary: 'For published clients: the subnets of a network.',
    query: z.object({ datacenter, vlanId }),
    answer: z.array(subnetLine),
    errors: networkErrors,
  }),
  cliCreateSubnet: endpoint({
    ...{ path: '/service/network/subnet/create', also: '/service/network/subnet/create' },
    ...change,
    summary: 'For published clients: adds a subnet to a network.',
    body: z.object({ datacenter, vlanId, ...subnetFields }),
    answer: networkMessage,
    errors: [...networkErrors, 'subnetOverlaps'],
  }),
  cliChangeSubnet: endpoint({
    ...{ path: '/service/network/subnet/edit', also: '/service/network/subnet/edit' },
    ...change,
    summary: 'For published clients: changes gateway, name servers or description of a subnet.',
    body: z.object({ datacenter, vlanId, subnetId, ...subnetFields }),
    answer: networkMessage,
    errors: [...networkErrors, 'compatibleSubnetUnknown'],
  }),
  cliDeleteSubnet: endpoint({
    ...{ path: '/service/network/subnet/delete', also: '/service/network/subnet/delete' },
    ...change,
    summary: 'For published clients: deletes a subnet that no server is in.',
    body: z.object({ subnetId }),
    answer: networkMessage,
    errors: ['compatibleSubnetUnknown', 'subnetInUse'],
  }),
  cliReadQueue: endpoint({
    ...{ method: 'GET', path: '/service/queue', also: '/service/queue', access: 'tasks.view', changes: false },
    ...both,
    summary: 'For published clients: commands by their numbers, or the latest ones.',
    forBoundKeys: true,
    query: z.object({ id: given(4000).describe('Number of the command'), log: given(10).describe('Only show the log'), wait: given(10) }),
    answer: z.union([z.array(queueLine), z.array(queuedTask), z.array(queueLine.pick({ log: true }))]),
  }),
  cliReadSchema: endpoint({
    ...{ method: 'GET', path: '/schema', also: '/schema', access: 'public', changes: false },
    ...both,
    summary: 'For published clients: the commands that the command line offers.',
    forKeys: true,
    query: z.object({ supports: given(200) }),
    answer: z.strictObject({
      schema_version: z.tuple([z.int(), z.int(), z.int()]),
      schema_generated_at: z.string(),
      commands: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
};
