import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { plainStored } from '../../../../drivers/problem.ts';
import { hasPermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { SendState } from '../../../../server/platform/mail/tables.ts';
import type { mailItem, smsItem } from '../contract.ts';
import { actionsOn, type Recipient, recipientColumns } from './readAccess.ts';
import type { OutboxName } from './tables.ts';

type MessageRequest = ListRequest & { state?: SendState | undefined };

interface OutboxRow extends Recipient {
  id: number;
  site: string;
  state: SendState;
  attempts: number;
  problem: string;
  createdAt: Date;
  sentAt: Date | null;
  dueAt: Date;
  hasContent: boolean;
}
type MailRow = OutboxRow & {
  kind: string;
  language: string;
  to: string;
  copies: string[];
  subject: string;
};
type SmsRow = OutboxRow & { phone: string; reference: string };

const outboxFrom = (outbox: OutboxName) =>
  sql`${sql.table(outbox)} m join site on site.id = m.site_id left join user_account u on u.id = m.user_id`;
const outboxColumns = (
  ctx: SignedInContext,
  outbox: OutboxName,
) => sql`m.id, site.name as site, m.state, m.attempts, m.problem, m.created_at as "createdAt",
  m.sent_at as "sentAt", m.due_at as "dueAt", m.content is not null as "hasContent", ${recipientColumns(ctx, outbox)}`;
const mailColumns = (ctx: SignedInContext) =>
  sql`${outboxColumns(ctx, 'mail_message')}, m.kind, m.language, m.to_address as "to", m.copies, m.subject`;
const smsColumns = (ctx: SignedInContext) =>
  sql`${outboxColumns(ctx, 'sms_message')}, m.phone, m.reference`;

function outboxItem(ctx: SignedInContext, row: OutboxRow) {
  return {
    id: row.id,
    site: row.site,
    state: row.state,
    attempts: row.attempts,
    problem: plainStored(row.problem, ctx.language),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? row.dueAt.toISOString() : null,
    actions: actionsOn(ctx, row, hasPermission(ctx, 'mails.manage')),
  };
}

function presentMail(ctx: SignedInContext, row: MailRow): z.output<typeof mailItem> {
  const { kind, language, to, copies, subject } = row;
  return {
    ...outboxItem(ctx, row),
    kind,
    kindTitle: ctx.services.slices.mails.get(kind)?.title[ctx.language] ?? kind,
    language,
    to,
    copies,
    subject,
  };
}

const presentSms = (ctx: SignedInContext, row: SmsRow): z.output<typeof smsItem> => ({
  ...outboxItem(ctx, row),
  phone: row.phone,
  reference: row.reference,
});

/** Conditions for scope, state, and search text. */
function conditions(
  ctx: SignedInContext,
  request: MessageRequest,
  searched: readonly RawBuilder<unknown>[],
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [visibleTo(ctx, { owner: 'm.user_id', site: 'm.site_id' })];
  if (request.state) all.push(sql`m.state = ${request.state}`);
  if (request.filter) {
    const pattern = containing(request.filter);
    all.push(
      sql`(${sql.join(
        searched.map((column) => sql`${column} ilike ${pattern}`),
        sql` or `,
      )})`,
    );
  }
  return all;
}

const createdAt = { column: sql`m.created_at`, type: 'timestamptz' } as const;
const state = { column: sql`m.state`, type: 'text' } as const;
const id = { column: sql`m.id`, type: 'bigint' } as const;

export const listMails = (ctx: SignedInContext, request: MessageRequest) =>
  readListPage(
    ctx.db,
    {
      from: outboxFrom('mail_message'),
      columns: mailColumns(ctx),
      where: conditions(ctx, request, [sql`m.to_address`, sql`m.subject`, sql`m.kind`]),
      sorts: {
        createdAt,
        state,
        to: { column: sql`m.to_address`, type: 'text' },
        kind: { column: sql`m.kind`, type: 'text' },
      },
      id,
      defaultSorting: '-createdAt',
      map: (row: MailRow) => presentMail(ctx, row),
    },
    request,
    { state: request.state ?? '' },
  );

export const listSms = (ctx: SignedInContext, request: MessageRequest) =>
  readListPage(
    ctx.db,
    {
      from: outboxFrom('sms_message'),
      columns: smsColumns(ctx),
      where: conditions(ctx, request, [sql`m.phone`, sql`m.reference`]),
      sorts: { createdAt, state, phone: { column: sql`m.phone`, type: 'text' } },
      id,
      defaultSorting: '-createdAt',
      map: (row: SmsRow) => presentSms(ctx, row),
    },
    request,
    { state: request.state ?? '' },
  );

export async function getMail(ctx: SignedInContext, messageId: number) {
  const { rows } = await sql<MailRow>`
    select ${mailColumns(ctx)} from ${outboxFrom('mail_message')}
    where m.id = ${messageId} and ${visibleTo(ctx, { owner: 'm.user_id', site: 'm.site_id' })}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'mail', id: messageId });
  return presentMail(ctx, rows[0]);
}
