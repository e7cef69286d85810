import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { MailKind, MailText } from './mail.ts';

/**
 * Returns the text for the context's site: its own text, otherwise that of the nearest parent site,
 * otherwise the declared text. Ignores a stored text that violates a rule added later, because it
 * could redirect a link.
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

/** The names in braces, without duplicates. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')),
];

/**
 * Values that can't be used to sign in or verify anything, in any email. Every other value that an
 * email type doesn't list as `plain` is treated as a secret.
 */
const plainPlaceholders: ReadonlySet<string> = new Set([
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
  /** The affected placeholders. */
  names: string[];
}

/**
 * The distinct placeholders of a text that aren't whole words. A whole word is surrounded by white
 * space and can be in the angle brackets of a URL (RFC 3986, appendix C). Only spaces, tabs, and
 * line breaks count as white space, because programs disagree about all other blank or zero-width
 * characters.
 */
function joinedPlaceholders(text: string): string[] {
  const words = text.split(/[ \t\r\n]+/).filter((word) => !/^(?:\{\w+\}|<\{\w+\}>)$/.test(word));
  return [...new Set(words.flatMap(placeholdersOf))];
}

/**
 * The problems of a text: unknown placeholders, secret placeholders in the subject, which is
 * visible in the outbox and on lock screens, and secret placeholders that aren't separate words.
 * Mail programs could combine a secret and adjacent text into one URL, and a sign-in link would be
 * sent to the owner of that URL.
 */
export function templateProblems(
  mail: Pick<MailKind, 'sample' | 'plain'>,
  text: Pick<MailText, 'subject' | 'body'>,
): TemplateProblem[] {
  const knownPlaceholders = new Set<string>([...Object.keys(mail.sample), ...commonPlaceholders]);
  const plain = new Set<string>([...(mail.plain ?? []), ...commonPlaceholders]);
  const joined = joinedPlaceholders(text.body).filter((name) => !plainPlaceholders.has(name));
  const problems: TemplateProblem[] = [
    {
      field: 'subject',
      kind: 'unknown',
      names: placeholdersOf(text.subject).filter((name) => !knownPlaceholders.has(name)),
    },
    {
      field: 'body',
      kind: 'unknown',
      names: placeholdersOf(text.body).filter((name) => !knownPlaceholders.has(name)),
    },
    {
      field: 'subject',
      kind: 'secret',
      names: placeholdersOf(text.subject).filter(
        (name) => knownPlaceholders.has(name) && !plain.has(name),
      ),
    },
    {
      field: 'body',
      kind: 'joined',
      names: joined.filter((name) => knownPlaceholders.has(name) && !plain.has(name)),
    },
  ];
  return problems.filter(({ names }) => names.length > 0);
}
