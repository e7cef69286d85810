import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { ImageSource, ImageState } from './store.ts';

/** Why something cannot be done with an image now. */

export const onlySimulated: Texts = {
  en: 'Servers are simulated here, so every image is ready at once.',
  he: 'השרתים כאן מדומים, ולכן כל תמונה מוכנה מיד.',
};
export const isReady: Texts = { en: 'The image is already ready.', he: 'התמונה כבר מוכנה.' };
export const isFetching: Texts = {
  en: 'The image is already being downloaded.',
  he: 'התמונה כבר בהורדה.',
};
export const isBuilt: Texts = {
  en: 'The image is built on this machine, not downloaded.',
  he: 'התמונה נבנית במכונה זו ואינה מורדת.',
};
export const isFetched: Texts = {
  en: 'The image is downloaded from its vendor, not built.',
  he: 'התמונה מורדת מהיצרן ואינה נבנית.',
};
export const nothingBuilds: Texts = {
  en: 'This portal version can’t build it.',
  he: 'גרסה זו של הפורטל אינה יכולה לבנות אותה.',
};
export const nothingToRemove: Texts = {
  en: 'The image has no content here.',
  he: 'אין כאן תוכן לתמונה.',
};
export const notPermitted: Texts = {
  en: 'Only the portal operator can do this.',
  he: 'רק מפעיל הפורטל יכול לעשות זאת.',
};
export const inUse = (count: number): Texts => ({
  en: `The disks of ${count} servers depend on it.`,
  he: `דיסקים של ${count} שרתים תלויים בה.`,
});

export const ofCatalogue: Texts = {
  en: 'The image belongs to the catalog.',
  he: 'התמונה שייכת לקטלוג.',
};
export const ofItsOwner: Texts = {
  en: 'The image belongs to an account.',
  he: 'התמונה שייכת לחשבון.',
};
export const mayNotOwn: Texts = {
  en: 'Your account can’t have private images.',
  he: 'לחשבון שלך לא יכולות להיות תמונות פרטיות.',
};
export const othersImage: Texts = {
  en: 'The image is shared with you. Only its owner can change it.',
  he: 'התמונה משותפת איתך. רק הבעלים יכול לשנות אותה.',
};
export const lockedByParent: Texts = {
  en: 'Your account is locked by its parent account.',
  he: 'החשבון שלך נעול על ידי חשבון האב.',
};

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
