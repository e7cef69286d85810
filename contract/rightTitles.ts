import type { Texts } from './languages.ts';
import type { Needed } from './rights.ts';

/** A right as a sentence calls it. */
export const rightTitles: Record<Needed, Texts> = {
  view: { en: 'view', he: 'צפייה' },
  operate: { en: 'operate', he: 'תפעול' },
  manage: { en: 'manage', he: 'ניהול' },
  terminate: { en: 'terminate', he: 'הפסקה' },
  own: { en: 'owner', he: 'בעלות' },
};
