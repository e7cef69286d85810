import type { ScreenRoute } from '../../../../web/routes.ts';

export const backupScreens = [
  { path: '/backups', load: () => import('./BackupList.tsx') },
] as const satisfies readonly ScreenRoute[];
