export { type LatestReading, latestReadings, monthTraffic } from './latest.ts';
export { hoursDoneUntil, outsideTraffic } from './outside.ts';
export { statisticsRoutes } from './routes.ts';
export { keepSamples } from './sample.ts';
