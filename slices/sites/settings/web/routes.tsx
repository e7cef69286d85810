import type { ScreenRoute } from '../../../../web/routes.ts';

export const settingsScreens = [
  { path: '/settings', load: () => import('./Settings.tsx') },
] as const satisfies readonly ScreenRoute[];
