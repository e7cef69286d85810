export { dunningChores } from './chores.ts';
export { dunningRoutes } from './routes.ts';
