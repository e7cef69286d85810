export { compatibleRoutes } from './routes.ts';
