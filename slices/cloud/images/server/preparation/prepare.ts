import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Services } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { SiteDirectory } from '../../../../../server/platform/sites/sites.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import type { ImageBuilder } from '../catalog/builders.ts';
import { syncCatalogue } from '../catalog/sync.ts';
import { buildAtStart } from '../settings.ts';
import { startBuildFor } from '../start.ts';
import { imageTables } from '../store.ts';
import { openDatacenters } from './engines.ts';

/**
 * Prepares the images when the portal starts: updates the catalog, stores all images in the
 * simulated engine and, if real servers can run but there is no image yet, starts building the
 * first ones in the background (setting `images.buildAtStart`). Call it after `ensureDatacenters`
 * and once there is a root user.
 */
export async function prepareImages(services: Services, log: Logger): Promise<void> {
  const { db } = services.database;
  await syncCatalogue(db);
  await simulateImages(services);
  const site = await new SiteDirectory(db).forHost('');
  const ctx = systemContext(services, { site, log });
  const { real } = await openDatacenters(ctx);
  if (real.length === 0 || !(await readSetting(ctx, buildAtStart)) || (await hasImages(services)))
    return;
  if ((await services.resources.disk()).isBelowReserve)
    return log.warn('Images aren’t built because too little disk space is left');
  const builders = await usableBuilders(services, log);
  const owner = await rootUser(services);
  const images = await imageTables(db)
    .selectFrom('image')
    .select('id')
    .where(sql<boolean>`code = any(${builders.map(({ code }) => code)}::text[])`)
    .where('owner_id', 'is', null)
    .where('is_withdrawn', '=', false)
    .orderBy('min_disk_gb')
    .execute();
  await db.transaction().execute(async (transaction) => {
    for (const { id } of images) await startBuildFor(withDb(ctx, transaction), id, owner);
  });
  log.info({ images: images.length }, 'Building the first images');
}

/** Stores a placeholder for the content, which the simulated engine never reads. */
export async function simulateImages(services: Services): Promise<void> {
  const { config, database, engines } = services;
  const { simulated } = await openDatacenters({ db: database.db });
  if (simulated.length === 0) return;
  const folder = join(config.dataDir, 'images');
  const path = join(folder, 'simulated');
  await mkdir(folder, { recursive: true });
  // Written only once, so that a portal can start on a full disk.
  if (!existsSync(path))
    await writeFile(path, 'Stands for the content of every image on the simulated engine.\n');
  const engine = engines.get('simulated');
  const images = await imageTables(database.db)
    .selectFrom('image')
    .select('id')
    .where('is_withdrawn', '=', false)
    .where('owner_id', 'is', null)
    .execute();
  for (const { id } of images) await engine.importImage({ id, path, format: 'raw' });
  const copies = images.flatMap(({ id }) =>
    simulated.map((datacenter) => ({
      image_id: id,
      datacenter_id: datacenter.id,
      is_simulated: true,
      virtual_size_gb: 1,
    })),
  );
  await imageTables(database.db)
    .insertInto('image_copy')
    .values(copies)
    .onConflict((conflict) => conflict.columns(['image_id', 'datacenter_id']).doNothing())
    .execute();
}

/** Whether a real image is stored or being prepared. */
async function hasImages({ database }: Services): Promise<boolean> {
  const found = await imageTables(database.db)
    .selectFrom('image')
    .select('id')
    .where('state', 'in', ['ready', 'fetching'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the builders that can work on this machine. */
async function usableBuilders({ ports }: Services, log: Logger): Promise<ImageBuilder[]> {
  const checkedBuilders = await Promise.all(
    ports.imageBuilders.map(async (builder) => ({ builder, obstacle: await builder.obstacle() })),
  );
  for (const { builder, obstacle } of checkedBuilders)
    if (obstacle)
      log.info({ image: builder.code, obstacle }, 'An image can’t be built on this machine');
  return checkedBuilders.filter(({ obstacle }) => obstacle === null).map(({ builder }) => builder);
}

async function rootUser({ database }: Services): Promise<{ id: string; siteId: string }> {
  return await database.db
    .selectFrom('user_account')
    .select(['id', 'site_id as siteId'])
    .where('role', '=', 'root')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
}
