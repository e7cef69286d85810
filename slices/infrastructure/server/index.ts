export { hostNews } from './hostNews.ts';
export { type EngineNews, engineNews } from './news.ts';
export { hostServerNames } from './serverNames.ts';
