import { defineSlice } from '../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { infrastructureRoutes } from './routes.ts';

export const infrastructureSlice = defineSlice({
  name: 'infrastructure',
  menu: [
    {
      id: 'hosts',
      section: 'infrastructure',
      path: '/hosts',
      icon: 'server-2',
      title: localize('slice.menu.hosts'),
      access: 'hosts.view',
    },
  ],
  routes: infrastructureRoutes,
});
