export { settingsMenu } from './menu.ts';
export { settingsRoutes } from './routes.ts';
