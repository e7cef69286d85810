export { budgetNews } from './news.ts';
