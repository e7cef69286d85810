import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { cloudInitRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const cloudInitSlice = defineSlice({
  name: 'cloudinit',
  menu: [
    {
      ...{
        id: 'cloudinit',
        section: 'cloud',
        path: '/cloudinit',
        icon: 'list-check',
        access: 'cloudinit.view',
      },
      title: localize('slice.menu.cloudInitPolicies'),
    },
  ],
  routes: cloudInitRoutes,
  rowRules,
});
