import type { ScreenRoute } from '../../../web/routes.ts';

export const scheduleScreens: readonly ScreenRoute[] = [
  { path: '/schedules', load: () => import('./ScheduleList.tsx') },
];
