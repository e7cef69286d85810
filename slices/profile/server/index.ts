export { profileMenu } from './menu.ts';
export { profileRoutes } from './routes.ts';
