export { errors } from './platformErrors.ts';
export { things } from './platformThings.ts';
