import { defineSlice } from '../../../server/platform/slice.ts';
import { permissionRoutes } from './routes.ts';

export const permissionsSlice = defineSlice({
  name: 'permissions',
  menu: [
    {
      id: 'permissionExplainer',
      section: 'permissions',
      path: '/permissionExplainer',
      icon: 'help-circle',
      title: { en: 'Explain access', he: 'הסבר הרשאות גישה' },
      access: 'permissions.explain',
    },
  ],
  routes: permissionRoutes,
});
