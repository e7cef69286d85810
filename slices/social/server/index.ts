export { registerSocialDriver } from './drivers.ts';
export { socialMenu } from './menu.ts';
export { socialRoutes } from './routes.ts';
