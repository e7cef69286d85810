import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { socialRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const socialSlice = defineSlice({
  name: 'social',
  menu: [
    {
      id: 'socialProviders',
      section: 'siteSettings',
      path: '/socialProviders',
      icon: 'key',
      title: localize('slice.menu.signProviders'),
      access: 'sites.manage',
    },
  ],
  routes: socialRoutes,
  rowRules,
});
