import type { ScreenRoute } from '../../../../web/routes.ts';

export const docsScreens = [
  { path: '/docs/{-$operation}', load: () => import('./reference/Reference.tsx') },
  { path: '/cli', load: () => import('./CommandLine.tsx') },
  { path: '/developersTools', load: () => import('./DeveloperTools.tsx') },
] as const satisfies readonly ScreenRoute[];
