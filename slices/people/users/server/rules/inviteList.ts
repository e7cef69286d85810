import { isEmail, normalizeEmail } from '../../../../../contract/fields/email.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/** The most invitations in one call. */
export const maxInvitations = 500;

/** One line of an invite list. `problem`: why it can't be used. */
export interface ListedPerson {
  /** The 1-based line number in the list, as shown to the user. */
  line: number;
  email: string;
  firstName: string;
  lastName: string;
  problem: LocalizedText | null;
}

const headerPattern = /^(e-?mail|mail|address|דוא"ל|דואל|כתובת)$/i;

/**
 * Parses email addresses separated by line breaks, spaces, commas or semicolons, `Name <address>`,
 * or CSV with the columns address, first name, last name (a heading is skipped). Ignores empty
 * lines. Reports a duplicate address at its second occurrence.
 */
export function parseInviteList(list: string): ListedPerson[] {
  const seen = new Set<string>();
  const invitees: ListedPerson[] = [];
  list.split(/\r\n|\r|\n/).forEach((source, index) => {
    for (const { email, firstName, lastName } of inviteesOf(source, index)) {
      const key = email.toLowerCase();
      invitees.push({
        line: index + 1,
        email,
        firstName,
        lastName,
        problem: problemOf(email, firstName + lastName, seen.has(key)),
      });
      seen.add(key);
    }
  });
  return invitees;
}

function problemOf(email: string, name: string, isRepeated: boolean): LocalizedText | null {
  const given = email.slice(0, 80);
  if (!isEmail(email)) return localize('inviteList.problemOf.isntValidEmailAddress', { given });
  if (name.length > 100) return localize('inviteList.problemOf.nameLongerThan100');
  return isRepeated ? localize('inviteList.problemOf.listedTwice', { given }) : null;
}

type Found = Pick<ListedPerson, 'email' | 'firstName' | 'lastName'>;

function inviteesOf(source: string, index: number): Found[] {
  const line = source.replace(/^\ufeff/, '').trim();
  if (line === '') return [];
  const match = /^"?([^"<>]*?)"?\s*<([^<>\s]+)>[,;]?$/.exec(line);
  if (match) return [{ email: normalizeEmail(match[2] ?? ''), ...namesOf(match[1] ?? '') }];
  const cells = cellsOf(line);
  const [first = '', ...rest] = cells;
  if (cells.every((cell) => cell === '') || (index === 0 && headerPattern.test(first))) return [];
  const others = rest.filter((cell) => cell !== '');
  // In `a@x, b@x`, every part is an address. Otherwise the parts after the address are names.
  if (others.length > 0 && others.every((cell) => cell.includes('@')))
    return [first, ...others].filter(Boolean).map(emailOnly);
  if (rest.length > 0)
    return [
      {
        email: normalizeEmail(first),
        firstName: rest[0] ?? '',
        lastName: rest.slice(1).join(' ').trim(),
      },
    ];
  return first.includes('@') ? first.split(/\s+/).map(emailOnly) : [emailOnly(first)];
}

const emailOnly = (email: string): Found => ({
  email: normalizeEmail(email),
  firstName: '',
  lastName: '',
});

function namesOf(name: string): Pick<Found, 'firstName' | 'lastName'> {
  const [firstName = '', ...last] = name.trim().split(/\s+/);
  return { firstName, lastName: last.join(' ') };
}

/** The cells of an RFC 4180 line, separated by commas, semicolons or tabs. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?:[,;\t]|$)/y;
  while (pattern.lastIndex < line.length) {
    const match = pattern.exec(line);
    if (!match) return [line];
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
  }
  return cells;
}
