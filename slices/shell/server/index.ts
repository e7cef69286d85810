export { hostsOfTag } from './analytics.ts';
export { closeLiveStreams } from './liveStream.ts';
export { listMenuEntries, registerMenu } from './menu.ts';
export { shellRoutes } from './routes.ts';

import type { MenuEntry } from '../../../contract/menu.ts';

export const shellMenu: MenuEntry[] = [
  {
    id: 'dashboard',
    section: 'fixed',
    path: '/dashboard',
    icon: 'layout-dashboard',
    title: { en: 'Dashboard', he: 'לוח בקרה' },
    access: 'signedIn',
  },
];
