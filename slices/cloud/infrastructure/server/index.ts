export { hostServerNames } from './serverNames.ts';
