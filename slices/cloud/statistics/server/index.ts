export { type LatestReading, latestReadings, monthTraffic } from './readings/latest.ts';
export { completedUntil, outsideTraffic } from './readings/outside.ts';
export { storeSamples } from './readings/sample.ts';
export { statisticsRoutes } from './routes.ts';
