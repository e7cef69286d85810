import { type Language, languages } from '../../../../../contract/languages.ts';
import type { MailMessage } from '../../../../../drivers/mail/port.ts';
import type {
  AttachmentRef,
  MailAttachment,
} from '../../../../../server/platform/mail/attachments.ts';
import { type MailContent, oneLine } from '../../../../../server/platform/mail/mail.ts';
import type { MailLook } from '../../../../../server/platform/mail/mailBranding.ts';
import { renderMail } from '../../../../../server/platform/mail/render.ts';

const logoCid = 'logo';

/**
 * Whether the text is a single plain address, with no characters that could end it, add another
 * address, or start a header.
 */
export const isPlainAddress = (address: string): boolean =>
  address.length <= 320 && /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u.test(address);

/** Parses `Example Cloud <no-reply@example.com>` or a bare address. Null if the text is neither. */
export function parseSender(text: string): { name: string; address: string } | null {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+?))\s*$/.exec(text);
  const address = (match?.[2] ?? match?.[3] ?? '').trim();
  return isPlainAddress(address) ? { name: oneLine(match?.[1] ?? ''), address } : null;
}

/**
 * Returns the sender of an email: the site's own, otherwise the connection's, otherwise a no-reply
 * address at the site's host.
 */
export function senderOf(
  look: MailLook,
  connectionSender: string,
): { name: string; address: string } {
  const chosen = parseSender(look.sender) ?? parseSender(connectionSender);
  const address = chosen?.address ?? `no-reply@${mailHost(look.address)}`;
  return { name: oneLine(chosen?.name || look.systemName), address };
}

/**
 * The part after @ in an email address. It must be a name, so an IP address is put in brackets (RFC
 * 5321, 4.1.3).
 */
function mailHost(siteAddress: string): string {
  const { hostname } = new URL(siteAddress);
  if (/^\d+(\.\d+){3}$/.test(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname;
}

export interface MailRow {
  language: string;
  to_address: string;
  copies: string[];
  subject: string;
  message_id: string;
  attached: AttachmentRef | null;
}

export interface MailParts {
  content: MailContent;
  look: MailLook;
  attachments: readonly MailAttachment[];
}

/** Builds the finished message from an outbox row. */
export function composeMail(
  row: MailRow,
  { content, look, attachments }: MailParts,
  connectionSender: string,
): MailMessage {
  const language: Language =
    languages.find((candidate) => candidate === row.language) ?? languages[0];
  const from = senderOf(look, connectionSender);
  const { html, text } = renderMail(
    { look, language, subject: row.subject, content },
    { logoSource: look.logo ? `cid:${logoCid}` : null, scheme: 'auto', styles: 'attributes' },
  );
  return {
    from,
    to: row.to_address,
    copies: row.copies.filter((address) => isPlainAddress(address) && address !== row.to_address),
    subject: oneLine(row.subject),
    text,
    html,
    messageId: `<${row.message_id}@${from.address.split('@')[1]?.replace(/[[\]]/g, '')}>`,
    pictures: look.logo ? [{ cid: logoCid, ...look.logo }] : [],
    attachments,
  };
}
