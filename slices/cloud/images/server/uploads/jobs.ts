import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { definePeriodicJob } from '../../../../../server/platform/tasks/periodicJobs.ts';
import { keepUploadsHours } from '../settings.ts';
import { uploadFolder, uploadsFolder } from './store.ts';

const abandonedAfterMs = 10 * 60_000;

/** Deletes abandoned uploads, and folders without an upload. */
export const clearUploads = definePeriodicJob({
  name: 'images.clearUploads',
  everySeconds: 600,
  async run(ctx) {
    const { config } = ctx.services;
    const hours = await readSetting(ctx, keepUploadsHours);
    await sql`
      delete from image_upload upload where changed_at < now() - ${hours} * interval '1 hour'
        and not exists (select from image where image.id = upload.image_id and image.state = 'fetching')`.execute(
      ctx.db,
    );
    const folders = await inactiveFolders(uploadsFolder(config), ctx.clock.now());
    const { rows } = await sql<{
      id: string;
    }>`select id from image_upload where id::text = any(${folders}::text[])`.execute(ctx.db);
    const uploadIds = new Set(rows.map(({ id }) => id));
    for (const id of folders)
      if (!uploadIds.has(id)) await rm(uploadFolder(config, id), { recursive: true, force: true });
  },
});

/**
 * Returns the folders that weren't created just now, because a running call creates the folder
 * before its row is visible.
 */
async function inactiveFolders(parent: string, now: Date): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const ages = await Promise.all(
    names.map(
      async (name) =>
        now.getTime() - ((await stat(join(parent, name)).catch(() => null))?.birthtimeMs ?? 0),
    ),
  );
  return names.filter((_name, index) => (ages[index] ?? 0) > abandonedAfterMs);
}
