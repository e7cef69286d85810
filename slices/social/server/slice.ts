import { defineSlice } from '../../../server/platform/slice.ts';
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
      title: { en: 'Sign-in providers', he: 'ספקי כניסה' },
      access: 'sites.manage',
    },
  ],
  routes: socialRoutes,
  rowRules,
});
