import type { ScreenRoute } from '../../../web/routes.ts';

export const settingsScreens: readonly ScreenRoute[] = [
  { path: '/settings', load: () => import('./Settings.tsx') },
];
