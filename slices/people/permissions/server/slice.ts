import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { permissionRoutes } from './routes.ts';

export const permissionsSlice = defineSlice({
  name: 'permissions',
  menu: [
    {
      id: 'permissionExplainer',
      section: 'permissions',
      path: '/permissionExplainer',
      icon: 'help-circle',
      title: localize('slice.menu.explainAccess'),
      access: 'permissions.explain',
    },
  ],
  routes: permissionRoutes,
});
