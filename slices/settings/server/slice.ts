import { defineSlice } from '../../../server/platform/slice.ts';
import { settingsRoutes } from './routes.ts';

export const settingsSlice = defineSlice({
  name: 'settings',
  menu: [
    {
      id: 'settings',
      section: 'settings',
      path: '/settings',
      icon: 'settings',
      title: { en: 'Settings', he: 'הגדרות' },
      access: 'settings.manage',
    },
  ],
  routes: settingsRoutes,
});
