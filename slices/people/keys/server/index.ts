export { sandboxParts } from './sandboxParts.ts';
