import { routes } from '../../../server/platform/http/routes.ts';
import { networkEndpoints } from '../contract.ts';
import { freeAddress, listAddresses, reserveAddresses, updateAddress } from './addresses.ts';
import { getAddressHistory } from './history.ts';
import { getNetwork, listNetworks } from './list.ts';
import { createNetwork, deleteNetwork, updateNetwork } from './networks.ts';
import { getNetworkOptions } from './options.ts';
import { getReverseZone } from './reverseZone.ts';
import { createSubnet, deleteSubnet, updateSubnet } from './subnets.ts';

const done = { done: true } as const;

export const networkRoutes = routes(networkEndpoints, {
  listNetworks: (ctx, { query }) => listNetworks(ctx, query),
  getNetworkOptions: (ctx) => getNetworkOptions(ctx),
  createNetwork: (ctx, { body }) => createNetwork(ctx, body),
  getAddressHistory: (ctx, { query }) => getAddressHistory(ctx, query),
  getNetwork: (ctx, { params }) => getNetwork(ctx, params.vlanId),
  updateNetwork: async (ctx, { params, body }) => {
    await updateNetwork(ctx, params.vlanId, body);
    return done;
  },
  deleteNetwork: async (ctx, { params }) => {
    await deleteNetwork(ctx, params.vlanId);
    return done;
  },
  createSubnet: (ctx, { params, body }) => createSubnet(ctx, params.vlanId, body),
  updateSubnet: async (ctx, { params, body }) => {
    await updateSubnet(ctx, params.subnetId, body);
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
  updateAddress: async (ctx, { params, body }) => {
    await updateAddress(ctx, params.subnetId, params.address, body);
    return done;
  },
  freeAddress: async (ctx, { params }) => {
    await freeAddress(ctx, params.subnetId, params.address);
    return done;
  },
  getReverseZone: async (ctx, { params, reply }) => {
    const zone = await getReverseZone(ctx, params.subnetId);
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="reverse.zone"')
      .send(zone);
  },
});
