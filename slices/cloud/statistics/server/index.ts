export { completedUntil, outsideTraffic } from './readings/externalTraffic.ts';
export { type LatestReading, latestReadings, monthTraffic } from './readings/latest.ts';
export { storeSamples } from './readings/sample.ts';
export { statisticsRoutes } from './routes.ts';
