export { keepReadings, type Reading } from './readings.ts';
export { closeMonth, meterSites } from './traffic.ts';
