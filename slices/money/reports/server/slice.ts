import { defineSlice } from '../../../../server/platform/slice.ts';
import { reports } from './reports/index.ts';
import { reportRoutes } from './routes.ts';

export const reportsSlice = defineSlice({
  name: 'reports',
  menu: reports.map(({ id, title, menuTitle, icon, access, section = 'siteReports' }) => ({
    ...{ id, icon, title: menuTitle ?? title, access },
    section,
    path: `/${id}`,
  })),
  routes: reportRoutes,
});
