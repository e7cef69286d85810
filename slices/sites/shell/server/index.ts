export { trackerHosts } from './analytics.ts';
