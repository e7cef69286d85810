import type { MenuEntry } from '../../../contract/menu.ts';
import { reports } from './reports/index.ts';

export { reportRoutes } from './routes.ts';

export const reportMenu: MenuEntry[] = reports.map(
  ({ id, title, menuTitle, icon, access, section = 'siteReports' }) => ({
    ...{ id, icon, title: menuTitle ?? title, access },
    section,
    path: `/${id}`,
  }),
);
