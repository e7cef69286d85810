import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { sandboxParts } from '../../../people/keys/server/index.ts';
import { movesWithOwner } from '../../../people/users/server/index.ts';
import { localize } from '../texts/localize.ts';
import { networkObject } from './object.ts';
import { networkRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { ensureNetworks } from './seed.ts';

export const networksSlice = defineSlice({
  name: 'networks',
  menu: [
    {
      id: 'networks',
      section: 'cloud',
      path: '/networks',
      icon: 'network',
      title: localize('slice.menu.networks'),
      access: 'networks.view',
    },
  ],
  objects: [networkObject],
  routes: networkRoutes,
  prepare: ensureNetworks,
  rowRules,
  hooks: [on(sandboxParts, { complete: ensureNetworks }), movesWithOwner('network')],
});
