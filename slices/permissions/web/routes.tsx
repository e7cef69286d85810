import type { ScreenRoute } from '../../../web/routes.ts';

export const permissionScreens: readonly ScreenRoute[] = [
  { path: '/permissionExplainer', load: () => import('./PermissionExplainer.tsx') },
];
