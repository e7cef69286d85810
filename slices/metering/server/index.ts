export { meteringChores } from './chores.ts';
export { keepReadings, type Reading } from './readings.ts';
export { meteringRoutes } from './routes.ts';
export { closeMonth, meterSites } from './traffic.ts';
