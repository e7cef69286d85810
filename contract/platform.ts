export { errors, things } from './platformErrors.ts';
