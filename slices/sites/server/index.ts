export { readRange } from './addressRange.ts';
export { readContent } from './contents.ts';
