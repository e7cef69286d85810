export {
  type BuiltFile,
  ImageBuildError,
  type ImageBuilder,
  registerImageBuilders,
} from './builders.ts';
export { buildImage, listCatalogue, registerBuiltImage } from './built.ts';
export { listImages } from './list.ts';
export { imageMenu } from './menu.ts';
export { imageNews } from './news.ts';
export { imageObject } from './object.ts';
export { prepareImages, simulateImages } from './prepare.ts';
export { imageRoutes } from './routes.ts';
export {
  type DiskSource,
  type HeldDisk,
  registerImageSources,
  type WantedDisk,
} from './sources.ts';
export { imageTasks } from './tasks.ts';
export { clearUploads } from './uploads/chore.ts';
export { findUsableImage, recordUse, releaseUse, type UsableImage } from './use.ts';
