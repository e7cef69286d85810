import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { ImageSource, ImageState } from './store.ts';

/** Why something cannot be done with an image now. */

export const onlySimulated: Texts = {
  en: 'Servers are only simulated here; every image is ready at once.',
  he: 'השרתים כאן מדומים בלבד; כל דימוי זמין מיד.',
};
export const isReady: Texts = { en: 'It is ready already.', he: 'הוא כבר מוכן.' };
export const isFetching: Texts = { en: 'It is on its way already.', he: 'הוא כבר בדרך.' };
export const isBuilt: Texts = {
  en: 'It is built on this machine, not fetched.',
  he: 'הוא נבנה במחשב זה ואינו מורד.',
};
export const isFetched: Texts = { en: 'It is fetched from its vendor, not built.', he: 'הוא מורד מהיצרן ואינו נבנה.' };
export const nothingBuilds: Texts = { en: 'This version of the portal cannot build it.', he: 'גרסה זו של הפורטל אינה יודעת לבנות אותו.' };
export const nothingToRemove: Texts = { en: 'There is no content of it here.', he: 'אין כאן תוכן שלו.' };
export const notPermitted: Texts = { en: 'Only the operator of the portal may do this.', he: 'רק מפעיל הפורטל רשאי לעשות זאת.' };
export const inUse = (count: number): Texts => ({
  en: `Disks of ${count} servers rest on it.`,
  he: `דיסקים של ${count} שרתים נשענים עליו.`,
});

export const ofCatalogue: Texts = { en: 'It belongs to the catalogue.', he: 'הוא שייך לקטלוג.' };
export const ofItsOwner: Texts = { en: 'It belongs to somebody, who keeps it.', he: 'הוא שייך למי ששומר אותו.' };
export const mayNotOwn: Texts = { en: 'Your account keeps no images of its own.', he: 'לחשבונך אין אפשרות לשמור דימויים.' };
export const othersImage: Texts = {
  en: 'It was given to you to use; only its owner changes it.',
  he: 'הוא ניתן לך לשימוש בלבד; רק בעליו משנה אותו.',
};
export const lockedByParent: Texts = { en: 'Your parent account has locked yours.', he: 'חשבון האב נעל את חשבונך.' };

export interface Obtainable {
  source: ImageSource;
  state: ImageState;
  canBuild: boolean;
}

/** What is in the way of fetching or building it; null when nothing is. */
export function gettingObstacle(image: Obtainable, how: 'fetch' | 'build', hasRealDatacenter: boolean): Texts | null {
  if (image.source !== how) return how === 'fetch' ? isBuilt : isFetched;
  if (!hasRealDatacenter) return onlySimulated;
  if (image.state === 'ready') return isReady;
  if (image.state === 'fetching') return isFetching;
  if (how === 'build' && !image.canBuild) return nothingBuilds;
  return null;
}
