import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { lockAccount } from '../lockout/accountLock.ts';
import { credentialTables } from '../tables.ts';
import {
  canonicalIp,
  isAddressAllowed,
  maxAllowedAddresses,
  normalizeAddress,
} from './addresses.ts';

/**
 * Adds an address or range to the account's allowlist. An existing entry stays unchanged. Call it
 * in a transaction. Throws `addressInvalid`, `addressLimit`.
 */
export async function addAllowedAddress(
  ctx: Context,
  userId: string,
  input: string,
): Promise<string> {
  const address = normalizeAddress(input);
  if (address === null) throw userError('addressInvalid', { given: input }, 'ipAddress');
  await lockAccount(ctx, userId);
  const db = credentialTables(ctx);
  const existingRows = await db
    .selectFrom('user_allowed_ip')
    .select(['id', 'address'])
    .where('user_id', '=', userId)
    .execute();
  const same = existingRows.find((entry) => entry.address === address);
  if (same) return same.id;
  if (existingRows.length >= maxAllowedAddresses)
    throw userError('addressLimit', { max: maxAllowedAddresses }, 'ipAddress');
  const { id } = await db
    .insertInto('user_allowed_ip')
    .values({ user_id: userId, address, created_at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether the entry existed. */
export async function removeAllowedAddress(
  ctx: Context,
  userId: string,
  id: string,
): Promise<boolean> {
  await lockAccount(ctx, userId);
  const result = await credentialTables(ctx)
    .deleteFrom('user_allowed_ip')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function describeAllowedAddress(
  ctx: Context,
  userId: string,
  id: string,
  description: string,
): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('user_allowed_ip')
    .set({ description })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Throws `addressExcludesCaller` if the list that is enabled, or about to be enabled, does not
 * include the caller's address. An empty list protects nothing and is rejected in the same way.
 */
export async function requireCallerInList(ctx: Context, userId: string): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from user_allowed_ip where user_id = ${userId}`.execute(ctx.db);
  const isOnList = (rows[0]?.count ?? 0) > 0 && (await isAddressAllowed(ctx, userId, ctx.ip));
  if (!isOnList) throw userError('addressExcludesCaller', { ip: canonicalIp(ctx.ip) }, 'ipAddress');
}
