export { errors, things } from './errors/platformErrors.ts';
