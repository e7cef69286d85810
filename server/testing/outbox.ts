import { sql } from 'kysely';
import { fill, type MailContent } from '../platform/mail/mail.ts';
import type { Portal } from '../portal.ts';

export interface OutboxMail {
  id: number;
  kind: string;
  subject: string;
  text: string;
  values: Record<string, string>;
}

/** Emails to an address, newest first, decrypted with the portal's key. */
export async function mailsTo(portal: Portal, email: string): Promise<OutboxMail[]> {
  const { database, secrets } = portal.services;
  const { rows } = await sql<{ id: number; kind: string; subject: string; content: Buffer | null }>`
    select id, kind, subject, content from mail_message where lower(to_address) = ${email.toLowerCase()} order by id desc`.execute(
    database.db,
  );
  return rows.flatMap(({ id, kind, subject, content }) => {
    if (content === null) return [];
    const { body, values } = JSON.parse(
      secrets.open(content, { column: 'mail_message.content', row: String(id) }),
    ) as MailContent;
    return [{ id, kind, subject, text: fill(body, values), values }];
  });
}

/** The newest email of a type. Throws if there is none. */
export async function lastMail(portal: Portal, email: string, kind: string): Promise<OutboxMail> {
  const mail = (await mailsTo(portal, email)).find((candidate) => candidate.kind === kind);
  if (!mail) throw new Error(`No mail ${kind} was written to ${email}.`);
  return mail;
}

/** The token at the end of the link in the email. */
export const tokenIn = (mail: OutboxMail): string => mail.values.link?.split('/').at(-1) ?? '';

/** Text messages to a phone number, newest first. */
export async function messagesTo(portal: Portal, phone: string): Promise<string[]> {
  const { database, secrets } = portal.services;
  const { rows } = await sql<{ id: number; content: Buffer | null }>`
    select id, content from sms_message where phone = ${phone} order by id desc`.execute(
    database.db,
  );
  return rows.flatMap(({ id, content }) =>
    content === null
      ? []
      : [secrets.open(content, { column: 'sms_message.content', row: String(id) })],
  );
}
