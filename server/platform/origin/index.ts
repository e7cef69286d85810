export { describeDevice } from './device.ts';
export { placeInWords, placeOf } from './place.ts';
