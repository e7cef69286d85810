import type { Texts } from '../../../contract/languages.ts';
import type { EngineError, EngineErrorKind } from '../../../drivers/compute/port.ts';

/** What kind of no an engine says, for those who read another language than engines speak. */
const kinds: Record<EngineErrorKind, string> = {
  notFound: 'המנוע אינו מכיר את מה שהתבקש',
  wrongState: 'המצב הנוכחי אינו מאפשר זאת',
  refused: 'המנוע מסרב לכך',
  noSpace: 'אין די מקום אחסון',
  noMemory: 'אין די זיכרון',
  unavailable: 'המנוע אינו זמין',
  timeout: 'המנוע לא השיב בזמן',
  failed: 'הפעולה במנוע נכשלה',
};

/**
 * What an engine said: in English as it is, in Hebrew as a quotation, which reads from left to
 * right, within a sentence.
 */
export const engineWords = ({ kind, message }: Pick<EngineError, 'kind' | 'message'>): Texts => ({
  en: message,
  he: `${kinds[kind]}: "\u2066${message}\u2069"`,
});
