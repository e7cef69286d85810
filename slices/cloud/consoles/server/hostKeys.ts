import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { findUsableServer } from '../../servers/server/index.ts';
import { consoleTables } from './tables.ts';

/** The fingerprint in the format that `ssh` shows. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** The key type at the beginning of the encoded key (RFC 4253, section 6.6). */
export function algorithmOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  return length > 0 && length <= 64 && length <= key.length - 4
    ? key.toString('latin1', 4, 4 + length)
    : '';
}

/** The server and port that a host key belongs to. */
export interface SshEndpoint {
  serverId: string;
  port: number;
}

/** The known host key of the guest. Null when the guest has not presented one yet. */
export async function knownKey(
  ctx: Pick<Context, 'db'>,
  { serverId, port }: SshEndpoint,
): Promise<{ algorithm: string; key: Buffer } | null> {
  const row = await consoleTables(ctx.db)
    .selectFrom('console_host_key')
    .select(['algorithm', 'key'])
    .where('server_id', '=', serverId)
    .where('port', '=', port)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Trust on first use: the first key is stored, and only that key is trusted from then on. Of two
 * concurrent first keys, only one is stored.
 */
export async function trustKey(
  ctx: Pick<Context, 'db' | 'actor'>,
  hostAddress: SshEndpoint,
  key: Buffer,
): Promise<'new' | 'known' | 'changed'> {
  const added = await consoleTables(ctx.db)
    .insertInto('console_host_key')
    .values({
      server_id: hostAddress.serverId,
      port: hostAddress.port,
      algorithm: algorithmOf(key),
      key,
      seen_by: ctx.actor?.userId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('port')
    .executeTakeFirst();
  if (added) return 'new';
  return (await knownKey(ctx, hostAddress))?.key.equals(key) ? 'known' : 'changed';
}

export async function listKeys(ctx: Pick<Context, 'db'>, serverId: string) {
  const rows = await consoleTables(ctx.db)
    .selectFrom('console_host_key')
    .select([
      'port',
      'algorithm',
      'key',
      'first_seen_at',
      sql<string | null>`account_email(seen_by)`.as('email'),
    ])
    .where('server_id', '=', serverId)
    .orderBy('port')
    .execute();
  return rows.map(({ port, algorithm, key, first_seen_at, email }) => ({
    ...{
      port,
      algorithm,
      fingerprint: fingerprintOf(key),
      since: first_seen_at.toISOString(),
      by: email ?? '',
    },
  }));
}

/** Throws `notFound` when no key is known. */
export async function deleteHostKey(
  ctx: SignedInContext,
  { serverId, port }: SshEndpoint,
): Promise<void> {
  await findUsableServer(ctx, serverId, 'operate');
  const deletion = await consoleTables(ctx.db)
    .deleteFrom('console_host_key')
    .where('server_id', '=', serverId)
    .where('port', '=', port)
    .returning(['key'])
    .executeTakeFirst();
  if (!deletion) throw userError('notFound', { what: 'host key', id: port });
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { hostKey: fingerprintOf(deletion.key), port },
  });
}
