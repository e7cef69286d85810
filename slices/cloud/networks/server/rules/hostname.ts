import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Returns the normalized name (lowercase, no trailing dot), or the reason if it isn't a valid
 * hostname (RFC 1123).
 */
export function parseHostname(input: string): { name: string } | LocalizedText {
  const name = input.toLowerCase().replace(/\.$/, '');
  if (name.length > 253) return localize('hostName.readHostName.longerThan253Characters');
  const invalidLabel = name.split('.').find((part) => !label.test(part));
  if (invalidLabel !== undefined) return localize('hostName.readHostName.eachPartMust1');
  if (!name.includes('.')) return localize('hostName.readHostName.needsDomainExampleMail');
  return { name };
}
