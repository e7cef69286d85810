import type { LocalizedText } from '../languages.ts';
import { localize } from '../texts/localize.ts';
import type { Needed } from './rights.ts';

/** A right as a sentence calls it. */
export const rightTitles: Record<Needed, LocalizedText> = {
  view: localize('rightTitles.view'),
  operate: localize('rightTitles.operate'),
  manage: localize('rightTitles.manage'),
  terminate: localize('rightTitles.terminate'),
  own: localize('rightTitles.own'),
};
