import type { ScreenRoute } from '../../../web/routes.ts';

export const agreementScreens: readonly ScreenRoute[] = [
  { path: '/agreements', load: () => import('./AgreementList.tsx') },
  { path: '/agreements/$siteId/$agreementId/{-$tab}', load: () => import('./AgreementDetail.tsx') },
];
