import type { ScreenRoute } from '../../../web/routes.ts';

export const siteScreens: readonly ScreenRoute[] = [
  { path: '/sites', load: () => import('./SiteList.tsx') },
  { path: '/createNewSite', load: () => import('./SiteCreate.tsx') },
  { path: '/sites/$siteHost/{-$tab}', load: () => import('./SiteDetail.tsx') },
  { path: '/externalPages/$pageId', load: () => import('./ExternalPage.tsx') },
];
