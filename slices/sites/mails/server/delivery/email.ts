import { sql } from 'kysely';
import { MailFailure } from '../../../../../drivers/mail/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { makeAttachments } from '../../../../../server/platform/mail/attachments.ts';
import {
  emailDelivery,
  type MailContent,
  mailPlace,
} from '../../../../../server/platform/mail/mail.ts';
import { readLook } from '../../../../../server/platform/mail/mailBranding.ts';
import { defineOutbound } from '../../../../../server/platform/outbound/outbound.ts';
import { defaultBreaker } from '../../../../../server/platform/outbound/retryPolicy.ts';
import { localize } from '../../texts/localize.ts';
import type { Connection } from '../connections.ts';
import type { MailServerSettings } from '../drivers.ts';
import { composeMail, isPlainAddress, type MailRow } from './compose.ts';
import { deliveryConnectionFor } from './deliveryConnection.ts';
import { openDriversOf } from './openDrivers.ts';
import { contentGoneFailure, emailFailure, invalidAddressFailure } from './reasons.ts';
import { copyState, requireContent } from './state.ts';

const minute = 60_000;
const hour = 60 * minute;

type EmailRow = MailRow & { user_id: string | null; kind: string; content: Buffer | null };

interface EmailRoute {
  connection: Connection<MailServerSettings>;
  row: EmailRow & { content: Buffer };
}

async function readEmail({ db }: Context, id: number): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`
    select user_id, kind, content, language, to_address, copies, subject, message_id, attached from mail_message where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Sends emails through the nearest mail server of their site. Attempts continue for one day. */
export const emails = defineOutbound({
  type: emailDelivery,
  title: localize('emails'),
  retry: {
    pausesMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    limitMs: 24 * hour,
  },
  breaker: { ...defaultBreaker, failures: 3 },
  leaseMs: 5 * minute,
  parallel: 4,
  async destination(ctx, { id }) {
    const row = await readEmail(ctx, id);
    if (!row?.content) throw contentGoneFailure();
    const services = { db: ctx.db, secrets: ctx.services.secrets };
    const connection = await deliveryConnectionFor(services, {
      site: ctx.site,
      kind: 'mail',
      message: row,
    });
    if (!connection) return null;
    const { host, port } = connection.settings;
    const route: EmailRoute = { connection, row: { ...row, content: row.content } };
    return { key: connection.siteId, title: `${host}:${port}`, route };
  },
  async send(ctx, { id }, { route: { connection, row } }) {
    if (!isPlainAddress(row.to_address)) throw invalidAddressFailure(row.to_address);
    const { services } = ctx;
    const content = JSON.parse(services.secrets.open(row.content, mailPlace(id))) as MailContent;
    const look = await readLook(ctx);
    const attachments = row.attached ? await makeAttachments(services, row.attached) : [];
    const message = composeMail(row, { content, look, attachments }, connection.settings.sender);
    try {
      const { refused } = await openDriversOf(services).mail(connection).send(message);
      if (refused.length === 0) return {};
      return { note: `These copies were not taken: ${refused.join(', ')}` };
    } catch (error) {
      throw error instanceof MailFailure ? emailFailure(error) : error;
    }
  },
  onChange: (ctx, { id }, status) => copyState(ctx, 'mail_message', id, status),
  requireRetryable: (ctx, { id }) => requireContent(ctx, 'mail_message', id),
  async display(ctx, { id }) {
    const row = await readEmail(ctx, id);
    if (!row) return [];
    const kind = ctx.services.slices.mails.get(row.kind)?.title[ctx.language] ?? row.kind;
    return [
      { title: localize('email.display.text'), value: row.to_address },
      { title: localize('email.display.copies'), value: row.copies.join(', ') },
      { title: localize('email.display.subject'), value: row.subject },
      { title: localize('email.display.type'), value: kind },
    ].filter(({ value }) => value !== '');
  },
  close: ({ services }) => openDriversOf(services).close(),
});
