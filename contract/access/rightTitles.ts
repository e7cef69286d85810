import type { LocalizedText } from '../languages.ts';
import { localize } from '../texts/localize.ts';
import type { RequiredRight } from './rights.ts';

/** The name of a right within a sentence. */
export const rightTitles: Record<RequiredRight, LocalizedText> = {
  view: localize('rightTitles.view'),
  operate: localize('rightTitles.operate'),
  manage: localize('rightTitles.manage'),
  terminate: localize('rightTitles.terminate'),
  own: localize('rightTitles.own'),
};
