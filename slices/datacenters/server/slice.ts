import { defineSlice } from '../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { datacenterRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { ensureDatacenters } from './seed.ts';

export const datacentersSlice = defineSlice({
  name: 'datacenters',
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
