import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import type { ImageSource, ImageState } from './store.ts';

/** Reasons why an action on an image isn't available. */

export const onlySimulated: LocalizedText = localize('onlySimulated');
export const isReady: LocalizedText = localize('isReady');
export const isFetching: LocalizedText = localize('isFetching');
export const builtFromRecipe: LocalizedText = localize('isBuilt');
export const isFetched: LocalizedText = localize('isFetched');
export const nothingBuilds: LocalizedText = localize('nothingBuilds');
export const nothingToRemove: LocalizedText = localize('nothingToRemove');
export const notPermitted: LocalizedText = localize('notPermitted');
export const imageInUse = (count: number): LocalizedText => localize('inUse', { count });

export const ofCatalogue: LocalizedText = localize('ofCatalogue');
export const ofItsOwner: LocalizedText = localize('ofItsOwner');
export const mayNotOwn: LocalizedText = localize('mayNotOwn');
export const othersImage: LocalizedText = localize('othersImage');
export const lockedByParent: LocalizedText = localize('lockedByParent');

export interface Obtainable {
  source: ImageSource;
  state: ImageState;
  canBuild: boolean;
}

/** Why the image can't be downloaded or built. Null if it can. */
export function obtainObstacle(
  image: Obtainable,
  method: 'fetch' | 'build',
  hasRealDatacenter: boolean,
): LocalizedText | null {
  if (image.source !== method) return method === 'fetch' ? builtFromRecipe : isFetched;
  if (!hasRealDatacenter) return onlySimulated;
  if (image.state === 'ready') return isReady;
  if (image.state === 'fetching') return isFetching;
  if (method === 'build' && !image.canBuild) return nothingBuilds;
  return null;
}
