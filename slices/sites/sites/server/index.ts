export { readContent } from './pages/contents.ts';
