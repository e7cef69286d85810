export { readRange } from './hosts/addressRange.ts';
export { readContent } from './pages/contents.ts';
