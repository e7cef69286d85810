import type { ScreenRoute } from '../../../../web/routes.ts';

export const scheduleScreens = [
  { path: '/schedules', load: () => import('./ScheduleList.tsx') },
] as const satisfies readonly ScreenRoute[];
