export { errors, resourceNames } from './errors/platformErrors.ts';
