import type { Texts } from '../../../server/platform/tasks/task.ts';
import { localize } from '../texts.ts';
import type { ImageSource, ImageState } from './store.ts';

/** Why something cannot be done with an image now. */

export const onlySimulated: Texts = localize('onlySimulated');
export const isReady: Texts = localize('isReady');
export const isFetching: Texts = localize('isFetching');
export const isBuilt: Texts = localize('isBuilt');
export const isFetched: Texts = localize('isFetched');
export const nothingBuilds: Texts = localize('nothingBuilds');
export const nothingToRemove: Texts = localize('nothingToRemove');
export const notPermitted: Texts = localize('notPermitted');
export const inUse = (count: number): Texts => localize('inUse', { count });

export const ofCatalogue: Texts = localize('ofCatalogue');
export const ofItsOwner: Texts = localize('ofItsOwner');
export const mayNotOwn: Texts = localize('mayNotOwn');
export const othersImage: Texts = localize('othersImage');
export const lockedByParent: Texts = localize('lockedByParent');

export interface Obtainable {
  source: ImageSource;
  state: ImageState;
  canBuild: boolean;
}

/** What prevents downloading or building it. Null when nothing does. */
export function gettingObstacle(
  image: Obtainable,
  how: 'fetch' | 'build',
  hasRealDatacenter: boolean,
): Texts | null {
  if (image.source !== how) return how === 'fetch' ? isBuilt : isFetched;
  if (!hasRealDatacenter) return onlySimulated;
  if (image.state === 'ready') return isReady;
  if (image.state === 'fetching') return isFetching;
  if (how === 'build' && !image.canBuild) return nothingBuilds;
  return null;
}
