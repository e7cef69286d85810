import type { ScreenRoute } from '../../../../web/routes.ts';

export const socialScreens = [
  {
    path: '/socialProviders',
    load: () => import('./admin/SocialProviders.tsx'),
    firstRead: () => ['listSocialProviders', {}],
  },
] as const satisfies readonly ScreenRoute[];
