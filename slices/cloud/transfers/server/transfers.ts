import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { emailKey, isEmail } from '../../../../contract/fields/email.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { asPortal, portalDb } from '../../../../server/platform/access/portalDb.ts';
import { hasPermission, requireUnlockedActor } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import {
  askBeforeTakingServer,
  changeServerOwner,
  estimateMonth,
  findServer,
  lockServerForUpdate,
  readServer,
  serverItems,
  serverParts,
} from '../../servers/server/index.ts';
import type { transferItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { acceptedNotification, offeredNotification } from './notifications.ts';
import { findReceiver, lockTransfer, readTransfers, type Transfer } from './store.ts';
import { type TransferState, transferTables } from './tables.ts';

type Item = z.output<typeof transferItem>;
const openDays = 7;

const stateLabels: Record<Exclude<TransferState, 'open'>, LocalizedText> = {
  accepted: localize('stateWords.accepted'),
  declined: localize('stateWords.declined'),
  withdrawn: localize('stateWords.withdrawn'),
  expired: localize('stateWords.expired'),
};

const texts = {
  self: localize('self'),
  offered: (email: string) => localize('offered', { email }),
  ownOnly: localize('ownOnly'),
  changed: localize('changed'),
  locked: localize('locked'),
  receiver: localize('receiver'),
  giver: localize('giver'),
} satisfies Record<string, LocalizedText | ((email: string) => LocalizedText)>;

export async function listTransfers(
  ctx: SignedInContext,
  query: ListRequest & { state?: TransferState | undefined; server?: string | undefined },
): Promise<Page<Item>> {
  const page = await readTransfers(ctx, query, (row) => row);
  return { ...page, items: await Promise.all(page.items.map((row) => present(ctx, row))) };
}

async function present(ctx: SignedInContext, row: Transfer): Promise<Item> {
  const stateText = row.state === 'open' ? null : stateLabels[row.state][ctx.language];
  const receiverReason = stateText ?? (row.isMine ? null : texts.receiver[ctx.language]);
  return {
    ...{
      id: row.id,
      serverId: row.serverId,
      serverName: row.serverName,
      from: row.from,
      to: row.to,
      note: row.note,
      state: row.state,
    },
    way: row.isMine ? 'in' : 'out',
    ...{
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    },
    offer: row.state === 'open' ? await offerOf(ctx, row) : null,
    actions: {
      accept: receiverReason,
      decline: receiverReason,
      withdraw: stateText ?? (row.isMine ? texts.giver[ctx.language] : null),
    },
  };
}

/**
 * Returns the offer with the receiver's own price for the receiver, and with the sender's price for
 * everyone else.
 */
async function offerOf(
  ctx: SignedInContext,
  { serverId, siteId, fromUserId, isMine }: Transfer,
): Promise<Item['offer']> {
  const portalContext = asPortal(ctx, 'the recipient sees what is offered before owning it');
  const server = await readServer(portalContext, serverId);
  if (!server) return null;
  const { diskGb } = await serverParts(portalContext, server);
  const buyer = { siteId, ownerId: isMine ? ctx.actor.userId : fromUserId };
  const price = hasPermission(ctx, 'pricing.view')
    ? await estimateMonth(ctx, buyer, await serverItems(portalContext, { ...server, power: 'on' }))
    : null;
  return { cores: server.cores, ramMb: server.ramMb, diskGb, image: server.imageName, price };
}

/** Throws `emailInvalid`, `transferRefused`, `serverLocked`, `serverBusy`. */
export async function offerServer(
  ctx: SignedInContext,
  serverId: string,
  { email, note = '' }: { email: string; note?: string | undefined },
): Promise<{ transferId: string; expiresAt: string }> {
  await findServer(ctx, serverId, 'own');
  const { server } = await lockServerForUpdate(ctx, serverId, 'transfer');
  if (!isEmail(email)) throw userError('emailInvalid', {}, 'email');
  const to = emailKey(email);
  const receiverId = await findReceiver(ctx, server.siteId, to);
  if (receiverId === server.ownerId)
    throw userError('transferRefused', { problem: texts.self }, 'email');
  await endOffersOfOthers(ctx, server);
  const db = transferTables(ctx.db);
  const open = await db
    .selectFrom('server_transfer')
    .select('to_email')
    .where('server_id', '=', serverId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (open) throw userError('transferRefused', { problem: texts.offered(open.to_email) });
  const id = randomUUID();
  const expiresAt = new Date(ctx.clock.now().getTime() + openDays * 86_400_000);
  await db
    .insertInto('server_transfer')
    .values({
      ...{
        id,
        server_id: serverId,
        server_name: server.name,
        site_id: server.siteId,
        from_user_id: server.ownerId,
      },
      ...{ to_email: to, note, expires_at: expiresAt },
    })
    .execute();
  ctx.note({ targetType: 'server', targetId: serverId, after: { offeredTo: to } });
  const values = { name: server.name, by: ctx.actor.email, at: expiresAt };
  if (receiverId)
    await notify(ctx, { userId: receiverId, notification: offeredNotification, values });
  await announceTransfer(ctx, {
    id,
    siteId: server.siteId,
    ownerIds: [server.ownerId, receiverId],
  });
  return { transferId: id, expiresAt: expiresAt.toISOString() };
}

/**
 * Ends an open offer by a previous owner. A server can have only one open offer, and the current
 * owner can't see the earlier one, which can no longer be accepted.
 */
async function endOffersOfOthers(
  ctx: SignedInContext,
  server: { id: string; ownerId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; siteId: string; fromUserId: string }>`
    update server_transfer set state = 'expired', decided_at = ${ctx.clock.now()}
    where server_id = ${server.id} and state = 'open' and from_user_id <> ${server.ownerId}
    returning id, site_id as "siteId", from_user_id as "fromUserId"`.execute(
    portalDb(ctx, 'offers of an earlier owner end when the present one makes an offer'),
  );
  for (const { id, siteId, fromUserId } of rows)
    await announceTransfer(ctx, { id, siteId, ownerIds: [fromUserId] });
}

async function announceTransfer(
  ctx: Pick<Context, 'db'>,
  { id, siteId, ownerIds }: { id: string; siteId: string; ownerIds: readonly (string | null)[] },
): Promise<void> {
  for (const ownerId of ownerIds)
    if (ownerId) await announce(ctx.db, { topic: 'transfer', id, siteId, ownerId });
}

/** Throws `transferEnded`. */
function requireOpenTransfer(ctx: Context, { state, expiresAt }: Transfer): void {
  const now = state === 'open' && expiresAt <= ctx.clock.now() ? 'expired' : state;
  if (now !== 'open') throw userError('transferEnded', { state: stateLabels[now] });
}

async function end(ctx: SignedInContext, transfer: Transfer, state: TransferState): Promise<void> {
  await transferTables(ctx.db)
    .updateTable('server_transfer')
    .set({ state, decided_at: ctx.clock.now() })
    .where('id', '=', transfer.id)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: transfer.serverId,
    before: { offeredTo: transfer.to },
    after: { offer: state },
  });
  const receiverId = await findReceiver(ctx, transfer.siteId, transfer.to);
  await announceTransfer(ctx, {
    id: transfer.id,
    siteId: transfer.siteId,
    ownerIds: [transfer.fromUserId, receiverId],
  });
}

/**
 * Transfers the server in the transaction of the call. The sender's spans end and the receiver's
 * spans start at the same moment.
 */
export async function acceptTransfer(ctx: SignedInContext, transferId: string): Promise<void> {
  const transfer = await lockTransfer(ctx, transferId, 'receiver');
  requireOpenTransfer(ctx, transfer);
  await requireUnlockedActor(ctx);
  const unrestrictedCtx = asPortal(
    ctx,
    'rows of the previous owner become rows of the recipient, who was offered the server',
  );
  const server = await readServer(unrestrictedCtx, transfer.serverId);
  const transferError = (problem: LocalizedText) => userError('transferRefused', { problem });
  if (server?.state !== 'live' || server.ownerId !== transfer.fromUserId)
    throw transferError(texts.changed);
  if (server.lockedAt) throw transferError(texts.locked);
  await askBeforeTakingServer(unrestrictedCtx, server, {
    ownerId: ctx.actor.userId,
    siteId: ctx.actor.siteId,
  });
  await changeServerOwner(unrestrictedCtx, server.id, {
    ownerId: ctx.actor.userId,
    siteId: ctx.actor.siteId,
  });
  await end(ctx, transfer, 'accepted');
  const values = { name: server.name, by: ctx.actor.email, at: ctx.clock.now() };
  await notify(ctx, { userId: transfer.fromUserId, notification: acceptedNotification, values });
}

export async function declineTransfer(ctx: SignedInContext, transferId: string): Promise<void> {
  const transfer = await lockTransfer(ctx, transferId, 'receiver');
  requireOpenTransfer(ctx, transfer);
  await end(ctx, transfer, 'declined');
}

export async function withdrawTransfer(ctx: SignedInContext, transferId: string): Promise<void> {
  const transfer = await lockTransfer(ctx, transferId, 'giver');
  requireOpenTransfer(ctx, transfer);
  await end(ctx, transfer, 'withdrawn');
}

/**
 * Ends expired offers, and offers of servers that were transferred in another way or terminated.
 */
export async function endOverdue(ctx: Context): Promise<void> {
  await sql`
    update server_transfer t set state = 'expired', decided_at = now()
    where t.state = 'open' and t.expires_at <= now()`.execute(ctx.db);
}
