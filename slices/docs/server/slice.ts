import { defineSlice } from '../../../server/platform/slice.ts';
import { docsRoutes } from './routes.ts';

export const docsSlice = defineSlice({
  name: 'docs',
  menu: [
    {
      id: 'docs',
      section: 'api',
      path: '/docs',
      icon: 'file-text',
      title: { en: 'API reference', he: 'תיעוד ה-API' },
      access: 'signedIn',
    },
    {
      id: 'cli',
      section: 'api',
      path: '/cli',
      icon: 'terminal',
      title: { en: 'Command line', he: 'שורת פקודה' },
      access: 'signedIn',
    },
    {
      id: 'developersTools',
      section: 'api',
      path: '/developersTools',
      icon: 'settings',
      title: { en: 'Developer tools', he: 'כלים למפתחים' },
      access: 'signedIn',
    },
  ],
  routes: docsRoutes,
});
