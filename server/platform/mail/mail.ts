import type { Language, LocalizedText } from '../../../contract/languages.ts';
import { asPortal } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import { outboundType } from '../outbound/outbound.ts';
import { inTransaction, queueOutbound } from '../outbound/queue.ts';
import type { AttachmentRef } from './attachments.ts';
import { mailTables } from './tables.ts';
import { readMailText } from './templates.ts';

/**
 * The text of an email type in one language. Placeholders are in braces: `{name}`. Blank lines
 * separate paragraphs.
 */
export interface MailText {
  subject: string;
  body: string;
  /** The button label, if the email has a `link`. */
  action?: string;
}

/** An email type, declared once by the slice that sends it. Sites can override its text. */
export interface MailKind<V extends string = string> {
  /** Noun and event: `account.validate`. */
  kind: string;
  /** For the list of templates. */
  title: LocalizedText;
  /**
   * The values that the texts can use, each with a preview value. `link` creates a button. A value
   * can be used in a subject only if it's listed in `plain`. In addition, every text can use
   * `{systemName}`, the site's name.
   */
  sample: Record<V, string>;
  /** Values that aren't secret and can be used in the subject, which is stored as plain text. */
  plain?: readonly NoInfer<V>[];
  texts: Record<Language, MailText>;
}

/**
 * Declares an email type. Its slice lists it under `mails`, unless it belongs to a notification.
 */
export const defineMail = <V extends string>(kind: MailKind<V>): MailKind<V> => kind;

export interface Recipient {
  email: string;
  /** The account that the email belongs to, if any. */
  userId: string | null;
  language: Language;
  copies?: readonly string[];
}

/**
 * Adds an email to the outbox in the transaction of the context. It is sent only if the transaction
 * commits. Delivery is then retried until the mail server accepts it or a day has passed. The email
 * uses the design and sender of the context's site.
 */
export async function sendMail<V extends string>(
  ctx: Context,
  mail: MailKind<V>,
  to: Recipient,
  values: Record<V, string>,
): Promise<void> {
  await queueMail(ctx, mail, to, values);
}

interface QueueOptions {
  /** Text to use instead of the site's text. */
  text?: MailText;
  /** Attachments, created when the email is sent. */
  attached?: AttachmentRef;
}

/** Does the same and returns the email's number in the outbox. */
export async function queueMail<V extends string>(
  ctx: Context,
  mail: MailKind<V>,
  to: Recipient,
  values: Record<V, string>,
  { text, attached }: QueueOptions = {},
): Promise<number> {
  if (!ctx.services.slices.mails.has(mail.kind))
    throw new Error(`No slice declares the email ${mail.kind}.`);
  const mailText = text ?? (await readMailText(ctx, mail, to.language));
  return await inTransaction(asPortal(ctx, 'a call writes to others than its caller'), (inner) =>
    insertMail(inner, { mail, to, values, text: mailText, attached }),
  );
}

interface MailToQueue<V extends string> {
  mail: MailKind<V>;
  to: Recipient;
  values: Record<V, string>;
  text: MailText;
  attached: AttachmentRef | undefined;
}

async function insertMail<V extends string>(
  ctx: Context,
  message: MailToQueue<V>,
): Promise<number> {
  const { db } = mailTables(ctx);
  const { mail, to, values, text, attached } = message;
  const now = ctx.clock.now();
  const { id } = await db
    .insertInto('mail_message')
    .values({
      site_id: ctx.site.id,
      user_id: to.userId,
      kind: mail.kind,
      language: to.language,
      to_address: to.email,
      copies: [...(to.copies ?? [])],
      subject: subjectOf(mail, text, values, ctx.site.systemName),
      due_at: now,
      created_at: now,
      attached: attached ? JSON.stringify(attached) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content: MailContent = { body: text.body, values, action: text.action ?? null };
  await db
    .updateTable('mail_message')
    .set({ content: ctx.services.secrets.seal(JSON.stringify(content), mailPlace(id)) })
    .where('id', '=', id)
    .execute();
  await queueOutbound(ctx, emailDelivery, { key: String(id), payload: { id } });
  return id;
}

/** Delivers the email with this number. */
export const emailDelivery = outboundType<{ id: number }>('mails.email');

/** The encrypted content in the outbox. */
export interface MailContent {
  /** The template text, with its placeholders. */
  body: string;
  values: Record<string, string>;
  /** The label of the button that links to `values.link`. */
  action: string | null;
}

export const mailPlace = (id: number) => ({ column: 'mail_message.content', row: String(id) });

/** Fills in placeholders in braces. Unknown placeholders stay visible. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? match) : match,
  );

/** A single-line subject without secrets: only values listed in `plain` are filled in. */
export function subjectOf<V extends string>(
  mail: Pick<MailKind<V>, 'plain'>,
  text: Pick<MailText, 'subject'>,
  values: Record<V, string>,
  systemName: string,
): string {
  const plain = Object.fromEntries((mail.plain ?? []).map((name) => [name, values[name]]));
  return oneLine(fill(text.subject, { systemName, ...plain })).slice(0, 250);
}

/**
 * Removes line breaks, which would start a new header, and other control characters and direction
 * marks, which aren't allowed in a header.
 */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
