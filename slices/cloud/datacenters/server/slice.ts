import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { sandboxParts } from '../../../people/keys/server/index.ts';
import { localize } from '../texts/localize.ts';
import { datacenterRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { ensureDatacenters, ensureSandboxDatacenter } from './seed.ts';

export const datacentersSlice = defineSlice({
  name: 'datacenters',
  hooks: [on(sandboxParts, { create: ({ db }) => ensureSandboxDatacenter(db) })],
  menu: [
    {
      ...{ id: 'datacenters', section: 'infrastructure', path: '/datacenters', icon: 'cloud' },
      ...{ title: localize('slice.menu.datacenters'), access: 'datacenters.manage' },
    },
  ],
  routes: datacenterRoutes,
  prepare: ensureDatacenters,
  rowRules,
});
