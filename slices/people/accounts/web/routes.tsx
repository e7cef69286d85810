import type { ScreenRoute } from '../../../../web/routes.ts';

export const accountScreens = [
  { path: '/suspendAccounts', load: () => import('./SuspendAccounts.tsx') },
  { path: '/resumeAccounts', load: () => import('./ResumeAccounts.tsx') },
  { path: '/terminateAccounts', load: () => import('./TerminateAccounts.tsx') },
  { path: '/forceDepositAccounts', load: () => import('./ForceDepositAccounts.tsx') },
  { path: '/changeEmail', load: () => import('./ChangeEmail.tsx') },
  { path: '/migrateServices', load: () => import('./MigrateServices.tsx') },
] as const satisfies readonly ScreenRoute[];
