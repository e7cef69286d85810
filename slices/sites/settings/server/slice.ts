import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { settingsRoutes } from './routes.ts';

export const settingsSlice = defineSlice({
  name: 'settings',
  menu: [
    {
      id: 'settings',
      section: 'settings',
      path: '/settings',
      icon: 'settings',
      title: localize('slice.menu.settings'),
      access: 'settings.manage',
    },
  ],
  routes: settingsRoutes,
});
