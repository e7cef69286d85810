export { groupMenu } from './menu.ts';
export { groupRoutes } from './routes.ts';
