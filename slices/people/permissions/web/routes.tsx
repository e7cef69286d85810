import type { ScreenRoute } from '../../../../web/routes.ts';

export const permissionScreens = [
  { path: '/permissionExplainer', load: () => import('./PermissionExplainer.tsx') },
] as const satisfies readonly ScreenRoute[];
