import { routes } from '../../../../server/platform/http/routes.ts';
import { firewallEndpoints } from '../contract.ts';
import {
  applyGroup,
  createGroup,
  deleteGroup,
  discardGroupDraft,
  draftGroup,
  listGroups,
  readGroup,
  updateGroup,
} from './groups.ts';
import {
  applyFirewall,
  discardFirewallDraft,
  draftFirewall,
  readServerFirewall,
  testFirewall,
} from './serverFirewall.ts';

const discardResult = async (work: Promise<void>) => {
  await work;
};

export const firewallRoutes = routes(firewallEndpoints, {
  getServerFirewall: (ctx, { params }) => readServerFirewall(ctx, params.serverId),
  draftFirewall: (ctx, { params, body }) =>
    discardResult(draftFirewall(ctx, params.serverId, params.nicId, body)),
  discardFirewallDraft: (ctx, { params }) =>
    discardResult(discardFirewallDraft(ctx, params.serverId, params.nicId)),
  applyFirewall: (ctx, { params }) => applyFirewall(ctx, params.serverId, params.nicId),
  testFirewall: (ctx, { params, query }) => testFirewall(ctx, params.serverId, params.nicId, query),
  listFirewallGroups: (ctx, { query }) => listGroups(ctx, query),
  createFirewallGroup: (ctx, { body }) => createGroup(ctx, body),
  getFirewallGroup: (ctx, { params }) => readGroup(ctx, params.groupId),
  updateFirewallGroup: (ctx, { params, body }) =>
    discardResult(updateGroup(ctx, params.groupId, body)),
  draftFirewallGroup: (ctx, { params, body }) =>
    discardResult(draftGroup(ctx, params.groupId, body.rules)),
  discardFirewallGroupDraft: (ctx, { params }) =>
    discardResult(discardGroupDraft(ctx, params.groupId)),
  applyFirewallGroup: (ctx, { params }) => applyGroup(ctx, params.groupId),
  deleteFirewallGroup: (ctx, { params }) => discardResult(deleteGroup(ctx, params.groupId)),
});
