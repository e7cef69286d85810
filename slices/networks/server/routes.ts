import { routes } from '../../../server/platform/http/routes.ts';
import { networkEndpoints } from '../contract.ts';
import { changeAddress, freeAddress, listAddresses, reserveAddresses } from './addresses.ts';
import { readAddressHistory } from './history.ts';
import { getNetwork, listNetworks } from './list.ts';
import { changeNetwork, createNetwork, deleteNetwork } from './networks.ts';
import { readNetworkOptions } from './options.ts';
import { readReverseZone } from './reverseZone.ts';
import { changeSubnet, createSubnet, deleteSubnet } from './subnets.ts';

const done = { done: true } as const;

export const networkRoutes = routes(networkEndpoints, {
  listNetworks: (ctx, { query }) => listNetworks(ctx, query),
  readNetworkOptions: (ctx) => readNetworkOptions(ctx),
  createNetwork: (ctx, { body }) => createNetwork(ctx, body),
  readAddressHistory: (ctx, { query }) => readAddressHistory(ctx, query),
  getNetwork: (ctx, { params }) => getNetwork(ctx, params.vlanId),
  changeNetwork: async (ctx, { params, body }) => {
    await changeNetwork(ctx, params.vlanId, body);
    return done;
  },
  deleteNetwork: async (ctx, { params }) => {
    await deleteNetwork(ctx, params.vlanId);
    return done;
  },
  createSubnet: (ctx, { params, body }) => createSubnet(ctx, params.vlanId, body),
  changeSubnet: async (ctx, { params, body }) => {
    await changeSubnet(ctx, params.subnetId, body);
    return done;
  },
  deleteSubnet: async (ctx, { params }) => {
    await deleteSubnet(ctx, params.subnetId);
    return done;
  },
  listAddresses: (ctx, { params, query }) => listAddresses(ctx, params.subnetId, query),
  reserveAddresses: async (ctx, { params, body }) => {
    await reserveAddresses(ctx, params.subnetId, body);
    return done;
  },
  changeAddress: async (ctx, { params, body }) => {
    await changeAddress(ctx, params.subnetId, params.address, body);
    return done;
  },
  freeAddress: async (ctx, { params }) => {
    await freeAddress(ctx, params.subnetId, params.address);
    return done;
  },
  readReverseZone: async (ctx, { params, reply }) => {
    const zone = await readReverseZone(ctx, params.subnetId);
    return reply.type('text/plain; charset=utf-8').header('content-disposition', 'attachment; filename="reverse.zone"').send(zone);
  },
});
