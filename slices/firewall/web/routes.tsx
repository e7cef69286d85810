import type { ScreenRoute } from '../../../web/routes.ts';

export const firewallScreens: readonly ScreenRoute[] = [
  { path: '/firewall', load: () => import('./GroupList.tsx') },
  { path: '/firewall/$groupId', load: () => import('./GroupDetail.tsx') },
];
