import type { ScreenRoute } from '../../../../web/routes.ts';

export const consoleScreens = [
  { path: '/console/$serverId', load: () => import('./ConsolePage.tsx'), isBare: true },
  { path: '/recordings/$recordingId', load: () => import('./ReplayPage.tsx') },
] as const satisfies readonly ScreenRoute[];
