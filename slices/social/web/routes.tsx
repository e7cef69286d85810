import type { ScreenRoute } from '../../../web/routes.ts';

export const socialScreens: readonly ScreenRoute[] = [
  {
    path: '/socialProviders',
    load: () => import('./admin/SocialProviders.tsx'),
    firstRead: () => ['listSocialProviders', {}],
  },
];
