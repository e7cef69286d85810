import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { type Buyer, priceListFor, setSpans } from '../../../../money/pricing/server/index.ts';
import type { ImportResult, Staged } from '../preparation/staging.ts';
import { announceImage } from '../state.ts';
import { imageTables, readImage } from '../store.ts';

/** Price item for storing 1 GB of an image. */
const storageItem = 'image.gb';

interface StorageItem {
  item: string;
  quantity: string;
  mode: 'hourly';
  powerState: 'on';
}

/**
 * Marks the image as ready, stores its properties and copies, and starts charging for its storage.
 */
export async function markPrivateReady(
  ctx: Context,
  imageId: string,
  staged: Staged,
  imported: ImportResult,
): Promise<void> {
  const db = imageTables(ctx.db);
  const image = await db
    .updateTable('image')
    .set({
      ...{ state: 'ready', progress: 100, problem: null, task_id: null },
      ...{
        size_bytes: staged.sizeBytes,
        digest: staged.digest,
        is_digest_verified: staged.isDigestVerified,
      },
      ...{ format: staged.file.format, original_format: staged.originalFormat ?? null },
      min_disk_gb: Math.max(1, imported.virtualSizeGb),
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', imageId)
    .returning(['name', 'owner_id', 'site_id'])
    .executeTakeFirst();
  if (!image) return;
  const copy = (isSimulated: boolean) => (datacenterId: string) => ({
    ...{
      image_id: imageId,
      datacenter_id: datacenterId,
      is_simulated: isSimulated,
      virtual_size_gb: imported.virtualSizeGb,
    },
  });
  const copies = [
    ...imported.datacenterIds.map(copy(false)),
    ...(imported.simulatedIds ?? []).map(copy(true)),
  ];
  if (copies.length > 0)
    await db
      .insertInto('image_copy')
      .values(copies)
      .onConflict((conflict) =>
        conflict
          .columns(['image_id', 'datacenter_id'])
          .doUpdateSet({ virtual_size_gb: imported.virtualSizeGb }),
      )
      .execute();
  await meterImage(ctx, imageId, staged.sizeBytes);
  await announceImage(ctx, imageId, 'ready', 100);
}

/**
 * Records the billable storage of the image in the current transaction. Zero bytes end it. Storage
 * is free if the price list doesn't contain the item.
 */
export async function meterImage(ctx: Context, imageId: string, bytes: number): Promise<void> {
  const { ownerId, siteId, name } = await readImage(ctx, imageId);
  if (ownerId === null || siteId === null) return;
  const items = await storageItems(ctx, { siteId, ownerId }, bytes);
  await setSpans(ctx, { type: 'image', id: imageId, name, ownerId, siteId }, items);
}

/** Returns the metered items for storing this many bytes. */
export async function storageItems(
  ctx: Pick<Context, 'db' | 'clock'>,
  buyer: Buyer,
  bytes: number,
): Promise<StorageItem[]> {
  const quantity = (bytes / 2 ** 30).toFixed(4);
  const list = await priceListFor(ctx.db, buyer, ctx.clock.now());
  const isSold = list?.items.some(({ code }) => code === storageItem) ?? false;
  return isSold && Number(quantity) > 0
    ? [{ item: storageItem, quantity, mode: 'hourly', powerState: 'on' }]
    : [];
}
