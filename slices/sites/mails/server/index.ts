export type { MessageDrivers } from './drivers.ts';
