export { hostNews } from './hostNews.ts';
export { engineNews } from './news.ts';
export { hostServerNames } from './serverNames.ts';
