import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { keyRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const keysSlice = defineSlice({
  name: 'keys',
  menu: [
    {
      id: 'keys',
      section: 'api',
      path: '/keys',
      icon: 'key',
      title: localize('slice.menu.apiKeys'),
      access: 'keys.view',
    },
  ],
  routes: keyRoutes,
  rowRules,
});
