export { nextTime, parseTimes } from './rules/times.ts';
export { wallTimeAt } from './rules/zone.ts';
