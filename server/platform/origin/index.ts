export { describeDevice } from './device.ts';
export { formatLocation, locationOf } from './place.ts';
