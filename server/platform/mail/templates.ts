import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { MailKind, MailText } from './mail.ts';

/**
 * The text that holds at the site of the context: its own, else that of the nearest site above,
 * else the declared one. One that was saved before a rule it breaks is passed over: it could lead a
 * link elsewhere.
 */
export async function readMailText(
  ctx: Pick<Context, 'db' | 'site'>,
  mail: Pick<MailKind, 'kind' | 'texts' | 'sample' | 'plain'>,
  language: Language,
): Promise<MailText> {
  const path = ctx.site.path.split('/');
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from mail_template
    where kind = ${mail.kind} and language = ${language} and site_id = any(${path}::uuid[])
    order by array_position(${path}::uuid[], site_id) desc`.execute(ctx.db);
  return {
    ...mail.texts[language],
    ...rows.find((text) => templateProblems(mail, text).length === 0),
  };
}

/** Placeholders available in every email. */
export const commonPlaceholders = ['systemName'] as const;

/** The names in braces, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')),
];

/**
 * Values that can't be used to sign in or verify anything, in any email. Every other one that a
 * kind doesn't list as `plain` counts as a secret.
 */
const harmless: ReadonlySet<string> = new Set([
  ...[
    'email',
    'newEmail',
    'before',
    'by',
    'ip',
    'place',
    'device',
    'provider',
    'company',
    'title',
    'condition',
    'value',
    'change',
    'how',
  ],
  ...[
    'at',
    'when',
    'due',
    'dueOn',
    'until',
    'days',
    'hours',
    'minutes',
    'fired',
    'failures',
    'limit',
    'coming',
    'done',
    'problem',
    'reason',
  ],
  ...['balance', 'spent', 'forecast', 'amount', 'total', 'used', 'reference'],
]);

export interface TemplateProblem {
  field: 'subject' | 'body';
  kind: 'unknown' | 'secret' | 'joined';
  /** The placeholders it is about. */
  names: string[];
}

/**
 * The placeholders of a text, each once, that are not whole words: between white space, alone or in
 * the angle brackets of an address (RFC 3986, appendix C). Only space, tab and line breaks count as
 * white space: programs disagree about every other character that is blank or has no width.
 */
function joinedIn(text: string): string[] {
  const words = text.split(/[ \t\r\n]+/).filter((word) => !/^(?:\{\w+\}|<\{\w+\}>)$/.test(word));
  return [...new Set(words.flatMap(placeholdersOf))];
}

/**
 * The problems of a text: unknown placeholders; secret ones in the subject, which is visible in the
 * outbox and on lock screens; and secret ones that aren't separate words. Next to other text, mail
 * programs could turn both into one address, and a sign-in link would reach the owner of that
 * address.
 */
export function templateProblems(
  mail: Pick<MailKind, 'sample' | 'plain'>,
  text: Pick<MailText, 'subject' | 'body'>,
): TemplateProblem[] {
  const known = new Set<string>([...Object.keys(mail.sample), ...commonPlaceholders]);
  const plain = new Set<string>([...(mail.plain ?? []), ...commonPlaceholders]);
  const joined = joinedIn(text.body).filter((name) => !harmless.has(name));
  const problems: TemplateProblem[] = [
    {
      field: 'subject',
      kind: 'unknown',
      names: placeholdersOf(text.subject).filter((name) => !known.has(name)),
    },
    {
      field: 'body',
      kind: 'unknown',
      names: placeholdersOf(text.body).filter((name) => !known.has(name)),
    },
    {
      field: 'subject',
      kind: 'secret',
      names: placeholdersOf(text.subject).filter((name) => known.has(name) && !plain.has(name)),
    },
    {
      field: 'body',
      kind: 'joined',
      names: joined.filter((name) => known.has(name) && !plain.has(name)),
    },
  ];
  return problems.filter(({ names }) => names.length > 0);
}
