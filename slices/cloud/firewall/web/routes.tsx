import type { ScreenRoute } from '../../../../web/routes.ts';

export const firewallScreens = [
  { path: '/firewall', load: () => import('./GroupList.tsx') },
  { path: '/firewall/$groupId', load: () => import('./GroupDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
