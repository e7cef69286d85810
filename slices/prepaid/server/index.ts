export { prepaidNews } from './news.ts';
