export { hostNews } from './hostNews.ts';
export { infrastructureMenu } from './menu.ts';
export { type EngineNews, engineNews } from './news.ts';
export { infrastructureRoutes } from './routes.ts';
export { nameHostServers } from './serverNames.ts';
