import { currentLanguage } from '../../../web/texts/texts.ts';
import type { ServerAction } from '../contract/obstacles.ts';
import { type ObstructedServer, reasonAgainstListed } from '../rules.ts';

/**
 * Why the action isn't possible with the server now, in the language of the page; null when it is.
 */
export const reasonAgainst = (action: ServerAction, server: ObstructedServer): string | null =>
  reasonAgainstListed(action, server, currentLanguage());
