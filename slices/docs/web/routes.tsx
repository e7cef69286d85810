import type { ScreenRoute } from '../../../web/routes.ts';

export const docsScreens: readonly ScreenRoute[] = [
  { path: '/docs/{-$operation}', load: () => import('./reference/Reference.tsx') },
  { path: '/cli', load: () => import('./CommandLine.tsx') },
  { path: '/developersTools', load: () => import('./DeveloperTools.tsx') },
];
