import type { ScreenRoute } from '../../../../web/routes.ts';

export const siteScreens = [
  { path: '/sites', load: () => import('./SiteList.tsx') },
  { path: '/createNewSite', load: () => import('./SiteCreate.tsx') },
  { path: '/sites/$siteHost/{-$tab}', load: () => import('./SiteDetail.tsx') },
  { path: '/externalPages/$pageId', load: () => import('./ExternalPage.tsx') },
] as const satisfies readonly ScreenRoute[];
