import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { docsRoutes } from './routes.ts';

export const docsSlice = defineSlice({
  name: 'docs',
  menu: [
    {
      id: 'docs',
      section: 'api',
      path: '/docs',
      icon: 'file-text',
      title: localize('slice.menu.apiReference'),
      access: 'signedIn',
    },
    {
      id: 'cli',
      section: 'api',
      path: '/cli',
      icon: 'terminal',
      title: localize('slice.menu.commandLine'),
      access: 'signedIn',
    },
    {
      id: 'developersTools',
      section: 'api',
      path: '/developersTools',
      icon: 'settings',
      title: localize('slice.menu.developerTools'),
      access: 'signedIn',
    },
  ],
  routes: docsRoutes,
});
