export { ImageBuildError, type ImageBuilder } from './catalog/builders.ts';
export { buildImage, listCatalog, registerBuiltImage } from './catalog/built.ts';
export { type DiskSelection, type DiskSource, imageDisks } from './catalog/sources.ts';
export { listImages } from './list.ts';
export { prepareImages } from './preparation/prepare.ts';
export { imageRoutes } from './routes.ts';
export { findUsableImage, recordUse, releaseUse } from './use.ts';
