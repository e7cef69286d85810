import type { ScreenRoute } from '../../../web/routes.ts';

export const backupScreens: readonly ScreenRoute[] = [
  { path: '/backups', load: () => import('./BackupList.tsx') },
];
