export { mailChores } from './chores.ts';
export { stopDelivery } from './delivery/index.ts';
export { type MessageDrivers, registerMessageDrivers } from './drivers.ts';
export { mailMenu } from './menu.ts';
export { mailRoutes } from './routes.ts';
