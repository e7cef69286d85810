import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { MailKind, MailText } from './mail.ts';

/** The words that hold at the site of the context: its own, else those of the nearest site above, else the declared ones. */
export async function readMailText(
  ctx: Pick<Context, 'db' | 'site'>,
  mail: Pick<MailKind, 'kind' | 'texts'>,
  language: Language,
): Promise<MailText> {
  const path = ctx.site.path.split('/');
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from mail_template
    where kind = ${mail.kind} and language = ${language} and site_id = any(${path}::uuid[])
    order by array_position(${path}::uuid[], site_id) desc limit 1`.execute(ctx.db);
  return { ...mail.texts[language], ...rows[0] };
}

/** Placeholders that every mail knows. */
export const commonPlaceholders = ['systemName'] as const;

/** The names in braces, each once. */
export const placeholdersOf = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))];

export interface TemplateProblem {
  field: 'subject' | 'body';
  kind: 'unknown' | 'secret' | 'inAddress';
  /** The placeholders it is about. */
  names: string[];
}

/**
 * What is wrong with a wording: placeholders nobody knows; secret ones in the subject, which stands readable in the outbox and on lock
 * screens; and secret ones within an address, by which a link that signs somebody in would be handed to whoever owns that address.
 */
export function templateProblems(mail: Pick<MailKind, 'sample' | 'plain'>, text: Pick<MailText, 'subject' | 'body'>): TemplateProblem[] {
  const known = new Set<string>([...Object.keys(mail.sample), ...commonPlaceholders]);
  const plain = new Set<string>([...(mail.plain ?? []), ...commonPlaceholders]);
  const inAddresses = text.body
    .split(/\s+/)
    .filter((word) => /:\/\/|www\.|@/i.test(word))
    .flatMap(placeholdersOf);
  const problems: TemplateProblem[] = [
    { field: 'subject', kind: 'unknown', names: placeholdersOf(text.subject).filter((name) => !known.has(name)) },
    { field: 'body', kind: 'unknown', names: placeholdersOf(text.body).filter((name) => !known.has(name)) },
    { field: 'subject', kind: 'secret', names: placeholdersOf(text.subject).filter((name) => known.has(name) && !plain.has(name)) },
    { field: 'body', kind: 'inAddress', names: inAddresses.filter((name) => known.has(name) && !plain.has(name)) },
  ];
  return problems.filter(({ names }) => names.length > 0);
}
