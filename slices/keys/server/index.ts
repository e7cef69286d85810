import type { MenuEntry } from '../../../contract/menu.ts';

export { issueBearer } from './issueBearer.ts';
export { readKeyDetail } from './present.ts';
export { keyRoutes } from './routes.ts';

export const keyMenu: MenuEntry[] = [
  {
    id: 'keys',
    section: 'api',
    path: '/keys',
    icon: 'key',
    title: { en: 'API keys', he: 'מפתחות API' },
    access: 'keys.view',
  },
];
