export { isWithin, readRange } from './addressRange.ts';
export { type Content, type ContentName, readContent } from './contents.ts';
export { siteChores } from './hostRenewal.ts';
export { siteMenu } from './menu.ts';
export { sendPicture } from './pictures.ts';
export { siteRoutes } from './routes.ts';
