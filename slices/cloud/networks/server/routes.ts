import { routes } from '../../../../server/platform/http/routes.ts';
import { networkEndpoints } from '../contract.ts';
import {
  findFreeAddress,
  listAddresses,
  reserveAddresses,
  updateAddress,
} from './addresses/addresses.ts';
import { getReverseZone } from './addresses/reverseZone.ts';
import { createNetwork, deleteNetwork, updateNetwork } from './networks.ts';
import { createSubnet, deleteSubnet, updateSubnet } from './subnets.ts';
import { getAddressHistory } from './views/history.ts';
import { getNetwork, listNetworks } from './views/list.ts';
import { getNetworkOptions } from './views/options.ts';

export const networkRoutes = routes(networkEndpoints, {
  listNetworks: (ctx, { query }) => listNetworks(ctx, query),
  getNetworkOptions: (ctx) => getNetworkOptions(ctx),
  createNetwork: (ctx, { body }) => createNetwork(ctx, body),
  getAddressHistory: (ctx, { query }) => getAddressHistory(ctx, query),
  getNetwork: (ctx, { params }) => getNetwork(ctx, params.vlanId),
  updateNetwork: (ctx, { params, body }) => updateNetwork(ctx, params.vlanId, body),
  deleteNetwork: (ctx, { params }) => deleteNetwork(ctx, params.vlanId),
  createSubnet: (ctx, { params, body }) => createSubnet(ctx, params.vlanId, body),
  updateSubnet: (ctx, { params, body }) => updateSubnet(ctx, params.subnetId, body),
  deleteSubnet: (ctx, { params }) => deleteSubnet(ctx, params.subnetId),
  listAddresses: (ctx, { params, query }) => listAddresses(ctx, params.subnetId, query),
  reserveAddresses: (ctx, { params, body }) => reserveAddresses(ctx, params.subnetId, body),
  updateAddress: (ctx, { params, body }) =>
    updateAddress(ctx, params.subnetId, params.address, body),
  freeAddress: (ctx, { params }) => findFreeAddress(ctx, params.subnetId, params.address),
  getReverseZone: async (ctx, { params, reply }) => {
    const zone = await getReverseZone(ctx, params.subnetId);
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="reverse.zone"')
      .send(zone);
  },
});
