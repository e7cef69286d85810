export { describeDevice } from './device.ts';
export { formatLocation, locationOf } from './location.ts';
