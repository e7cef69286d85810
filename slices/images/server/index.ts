export { ImageBuildError, type ImageBuilder } from './builders.ts';
export { buildImage, listCatalogue, registerBuiltImage } from './built.ts';
export { listImages } from './list.ts';
export { imageNews } from './news.ts';
export { prepareImages, simulateImages } from './prepare.ts';
export { imageRoutes } from './routes.ts';
export { type DiskSource, imageDisks, type WantedDisk } from './sources.ts';
export { findUsableImage, recordUse, releaseUse } from './use.ts';
