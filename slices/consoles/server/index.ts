export { closeConsoles } from './bridge/watch.ts';
export { consoleChores } from './chores.ts';
export { consoleRoutes } from './routes.ts';
