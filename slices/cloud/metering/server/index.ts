export { type Reading, storeReadings } from './readings.ts';
