export { hostsOfTag } from './analytics.ts';
