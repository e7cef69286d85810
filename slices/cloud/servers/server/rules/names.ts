import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/**
 * Specification section 5: at least 4 characters. 63 is the maximum length of a hostname label (RFC
 * 1123).
 */
export const nameLength = { min: 4, max: 63 } as const;

/**
 * Letters, digits and the special characters `()_-.`, which published clients also accept. At least
 * one letter or digit is required.
 */
const allowed = /^(?=.*[a-z0-9])[a-z0-9()_.-]+$/i;

/** Why a server can't have this name. Null when it can. */
export function nameProblem(name: string): LocalizedText | null {
  const given = name.slice(0, 70);
  if (name.length < nameLength.min) {
    return localize('names.nameProblem.nameTooShortEnter', { given, min: nameLength.min });
  }
  if (name.length > nameLength.max) {
    return localize('names.nameProblem.nameTooLongEnter', { given, max: nameLength.max });
  }
  if (allowed.test(name) && !name.includes('\n')) return null;
  return localize('names.nameProblem.nameContainsCharactersNot', { given });
}

/**
 * The guest's hostname for a server with this name: a label (RFC 1123). Never digits only, because
 * resolvers treat those as an address, and never `localhost`.
 */
export function hostnameOf(name: string): string {
  const label = trimmed(name.replace(/[^a-z0-9-]+/gi, '-').slice(0, nameLength.max));
  const isMisleading = label === '' || /^\d+$/.test(label) || label.toLowerCase() === 'localhost';
  return isMisleading ? trimmed(`server-${label}`.slice(0, nameLength.max)) : label;
}

const trimmed = (label: string): string => label.replace(/^-+|-+$/g, '');

/**
 * The names of several servers: the name itself for a single one, otherwise `name-1`, `name-2`, ….
 */
export function numberedNames(name: string, quantity: number): string[] {
  if (quantity === 1) return [name];
  return Array.from({ length: quantity }, (_, index) => `${name}-${index + 1}`);
}

/**
 * `web-1` → `web-1-restored`, `web-1-restored-2`, …. Used when a server's name is in use when it is
 * restored from the Trash.
 */
export function restoredName(name: string, usedNames: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '-restored' : `-restored-${number}`;
    const candidate = `${name.slice(0, nameLength.max - end.length)}${end}`;
    if (!usedNames.has(candidate.toLowerCase())) return candidate;
  }
}

const adjectives = [
  'amber',
  'bold',
  'bright',
  'calm',
  'clear',
  'coral',
  'crisp',
  'early',
  'fair',
  'golden',
  'green',
  'keen',
  'late',
  'light',
  'lively',
  'mild',
  'noble',
  'quick',
  'quiet',
  'rapid',
  'silver',
  'steady',
  'sunny',
  'swift',
  'warm',
  'wild',
] as const;
const nouns = [
  'bay',
  'birch',
  'brook',
  'cedar',
  'cliff',
  'cloud',
  'cove',
  'dune',
  'falcon',
  'fern',
  'field',
  'harbor',
  'heron',
  'hill',
  'island',
  'lake',
  'meadow',
  'otter',
  'pine',
  'reef',
  'ridge',
  'river',
  'robin',
  'shore',
  'stone',
  'valley',
] as const;

/**
 * An unused name of two words. `pick` returns an integer from 0 up to, but not including, its
 * argument.
 */
export function suggestName(
  usedNames: ReadonlySet<string>,
  pick: (exclusiveMax: number) => number,
): string {
  const first = `${adjectives[pick(adjectives.length)]}-${nouns[pick(nouns.length)]}`;
  if (!usedNames.has(first)) return first;
  for (let number = 2; ; number++)
    if (!usedNames.has(`${first}-${number}`)) return `${first}-${number}`;
}

/**
 * `web-1` → `web-2`, `web` → `web-copy`. Returns the next unused name, within the maximum length.
 */
export function copyName(name: string, usedNames: ReadonlySet<string>): string {
  const match = /^(.*-)(\d{1,4})$/.exec(name);
  const stem = match?.[1] ?? `${name.slice(0, nameLength.max - 9)}-copy-`;
  for (let number = match ? Number(match[2]) + 1 : 1; ; number++) {
    const candidate = !match && number === 1 ? stem.slice(0, -1) : `${stem}${number}`;
    if (candidate.length <= nameLength.max && !usedNames.has(candidate.toLowerCase()))
      return candidate;
    if (candidate.length > nameLength.max)
      return copyName(name.slice(0, 40).replace(/-+\d*$/, ''), usedNames);
  }
}
