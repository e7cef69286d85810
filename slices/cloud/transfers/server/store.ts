import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { TransferState } from './tables.ts';

export interface Transfer {
  id: string;
  serverId: string;
  serverName: string;
  siteId: string;
  fromUserId: string;
  from: string;
  to: string;
  note: string;
  state: TransferState;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  /** Whether the server is offered to the viewer. */
  isMine: boolean;
}

const columns = (ctx: SignedInContext) => sql`
  t.id, t.server_id as "serverId", t.server_name as "serverName", t.site_id as "siteId", t.from_user_id as "fromUserId", account_email(t.from_user_id) as "from",
  t.to_email as "to", t.note, t.state, t.created_at as "createdAt", t.expires_at as "expiresAt", t.decided_at as "decidedAt",
  ${offeredTo(ctx)} as "isMine"`;

const from = sql`server_transfer t`;

/**
 * Matches the account's email address on its own site, so that the sender never learns whether the
 * account exists.
 */
const offeredTo = ({ actor }: SignedInContext): RawBuilder<boolean> =>
  sql<boolean>`(t.to_email = lower(${actor.email}) and t.site_id = ${actor.siteId} and t.from_user_id <> ${actor.userId})`;

/** Whether the offer was made by a user in the viewer's scope. */
const offeredBy = (ctx: SignedInContext): RawBuilder<boolean> =>
  visibleTo(ctx, { owner: 't.from_user_id', site: 't.site_id' });

export async function readTransfers<Item>(
  ctx: SignedInContext,
  query: ListRequest & { state?: TransferState | undefined; server?: string | undefined },
  map: (row: Transfer) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [sql`(${offeredTo(ctx)} or ${offeredBy(ctx)})`];
  if (query.filter)
    where.push(sql`t.server_name ilike ${`%${query.filter.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (query.state) where.push(sql`t.state = ${query.state}`);
  if (query.server) where.push(sql`t.server_id = ${query.server}`);
  const aux = Object.entries({ state: query.state, server: query.server }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return await readListPage<Transfer, Item>(
    ctx.db,
    {
      ...{ from, where, map, columns: columns(ctx) },
      sorts: { created: { column: sql`t.created_at`, type: 'timestamptz' } },
      id: { column: sql`t.id`, type: 'uuid' },
      defaultSorting: '-created',
    },
    query,
    Object.fromEntries(aux),
  );
}

/**
 * Locks an offer for its receiver or its sender until the transaction ends. Throws `notFound` for
 * everyone else.
 */
export async function lockTransfer(
  ctx: SignedInContext,
  transferId: string,
  role: 'receiver' | 'giver',
): Promise<Transfer> {
  const { rows } = await sql<Transfer>`
    select ${columns(ctx)} from ${from} where t.id = ${transferId} and ${role === 'receiver' ? offeredTo(ctx) : offeredBy(ctx)} for update of t`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'offer', id: transferId });
  return found;
}

/** Returns the account with this email address on the site. Null if there is none. */
export async function findReceiver(
  ctx: Pick<Context, 'db'>,
  siteId: string,
  email: string,
): Promise<string | null> {
  const row = await portalDb(
    ctx,
    'an offer is announced to whoever has the address, and the giver is not told whether anybody has',
  )
    .selectFrom('user_account')
    .select('id')
    .where('site_id', '=', siteId)
    .where('email', 'ilike', email.replace(/[\\%_]/g, '\\$&'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}
