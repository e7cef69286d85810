import type { ScreenRoute } from '../../../../web/routes.ts';

export const agreementScreens = [
  { path: '/agreements', load: () => import('./AgreementList.tsx') },
  { path: '/agreements/$siteId/$agreementId/{-$tab}', load: () => import('./AgreementDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
