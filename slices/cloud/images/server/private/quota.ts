import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { localize } from '../../texts/localize.ts';
import { imageQuotaGb } from '../settings.ts';

const quotaLock = 7_216_016;
const gigabyte = 2 ** 30;

export const asGb = (bytes: number): string => (bytes / gigabyte).toFixed(1);

interface Owner {
  id: string;
}

/**
 * The bytes the account can still store. Locked until the transaction ends, so that two calls can't
 * both use the remaining quota.
 */
export async function remainingQuota(
  ctx: Context,
  owner: Owner,
): Promise<{ usedBytes: number; maxBytes: number; leftBytes: number }> {
  await sql`select pg_advisory_xact_lock(${quotaLock}, hashtext(${owner.id}))`.execute(ctx.db);
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(size_bytes) from image where owner_id = ${owner.id}), 0)
      + coalesce((select sum(size_bytes) from image_upload where owner_id = ${owner.id}), 0))::bigint as bytes`.execute(
    ctx.db,
  );
  const usedBytes = Number(rows[0]?.bytes ?? 0);
  const maxBytes = (await readSetting(ctx, imageQuotaGb)) * gigabyte;
  return { usedBytes, maxBytes, leftBytes: Math.max(0, maxBytes - usedBytes) };
}

/** Throws `imageQuota` if this many more bytes exceed the account's quota. */
export async function requireQuota(ctx: Context, owner: Owner, bytes: number): Promise<void> {
  const { usedBytes, maxBytes, leftBytes } = await remainingQuota(ctx, owner);
  if (bytes <= leftBytes && leftBytes > 0) return;
  throw userError('imageQuota', {
    used: asGb(usedBytes),
    max: asGb(maxBytes),
    needed: asGb(bytes),
  });
}

/** Free disk space for images, without the reserve. In bytes. */
export async function freeBytes(ctx: Pick<Context, 'services'>): Promise<number> {
  const { freeBytes: free, reserveBytes } = await ctx.services.resources.disk();
  return Math.max(0, free - reserveBytes);
}

/**
 * Throws `imageNoSpace` if the portal's disk doesn't have this much room in addition to the space
 * reserved for other uploads.
 */
export async function requireSpace(ctx: Context, image: string, bytes: number): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(size_bytes), 0)::bigint as bytes from image_upload`.execute(ctx.db);
  const free = (await freeBytes(ctx)) - Number(rows[0]?.bytes ?? 0);
  if (bytes <= free) return;
  throw userError('imageNoSpace', {
    image,
    needed: asGb(bytes),
    free: asGb(Math.max(0, free)),
    folder: library,
  });
}

const library = localize('library');
