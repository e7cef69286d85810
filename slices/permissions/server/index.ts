import type { MenuEntry } from '../../../contract/menu.ts';

export { registerOperations } from './operations.ts';
export { permissionRoutes } from './routes.ts';

export const permissionMenu: MenuEntry[] = [
  {
    id: 'permissionExplainer',
    section: 'permissions',
    path: '/permissionExplainer',
    icon: 'help-circle',
    title: { en: 'Explain access', he: 'הסבר הרשאות גישה' },
    access: 'permissions.explain',
  },
];
