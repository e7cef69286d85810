export { type Device, describeDevice } from './device.ts';
export { type Place, placeInWords, placeOf } from './place.ts';
