import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../../../contract/errors.ts';
import type { Services } from '../../../server/platform/context.ts';
import { type BuiltFile, findBuilder } from './builders.ts';
import { importIntoEngines, openDatacenters } from './engines.ts';
import { markReady } from './state.ts';
import { imageTables } from './store.ts';
import { syncCatalogue } from './sync.ts';
import * as texts from './texts.ts';

/**
 * Builds an image of the catalogue outside of the task queue (`./cloudberth image build`) and offers it; the portal may be running or
 * not. Tells what it does a line at a time; nothing is left behind when it fails. Throws `notFound` for a code the catalogue does not
 * have, `conflict` with what is in the way, `datacenterNotReady` when no real engine can take it, `ImageBuildError`, and the reason of
 * the signal when that ends it.
 */
export async function buildImage(services: Services, code: string, say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const { db } = services.database;
  await syncCatalogue(db);
  const image = await findByCode(services, code);
  const builder = findBuilder(code);
  const { real } = await openDatacenters({ db });
  const obstacle = texts.gettingObstacle({ ...image, canBuild: builder !== undefined }, 'build', real.length > 0);
  if (obstacle || !builder) throw refuse('conflict', { problem: obstacle ?? texts.nothingBuilds });
  const folder = await mkdtemp(join(services.config.dataDir, 'image-build-'));
  try {
    await registerBuiltImage(services, code, await builder.build(join(folder, 'image'), say, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The images of the catalogue, by their codes, and whether each is here. */
export async function listCatalogue({
  database: { db },
}: Services): Promise<{ code: string; name: string; source: string; state: string }[]> {
  await syncCatalogue(db);
  return await imageTables(db)
    .selectFrom('image')
    .select(['code', 'name', 'source', 'state'])
    .where('owner_id', 'is', null)
    .where('is_withdrawn', '=', false)
    .orderBy('code')
    .execute();
}

/**
 * Takes an image of the catalogue that was built outside of the task queue and gives it to the engines. The files may be deleted
 * afterwards. Throws `notFound` for a code the catalogue does not have, `conflict` while a task is making the image,
 * `datacenterNotReady` when no real engine can take it, and what the engine throws.
 */
export async function registerBuiltImage(services: Services, code: string, file: BuiltFile): Promise<void> {
  const { db } = services.database;
  const image = await findByCode(services, code);
  if (image.state === 'fetching')
    throw refuse('conflict', {
      problem: {
        en: `Task ${image.task_id} is already creating the image ${image.name}.`,
        he: `משימה ${image.task_id} כבר יוצרת את התמונה ${image.name}.`,
      },
    });
  const imported = await importIntoEngines({ db, services }, { ...file, id: image.id });
  const { size } = await stat(file.path);
  await db
    .transaction()
    .execute((transaction) =>
      markReady({ db: transaction }, image.id, { ...imported, sizeBytes: size, digest: null, isDigestVerified: false }),
    );
}

async function findByCode({ database: { db } }: Services, code: string) {
  const image = await imageTables(db)
    .selectFrom('image')
    .select(['id', 'name', 'source', 'state', 'task_id'])
    .where('code', '=', code)
    .where('owner_id', 'is', null)
    .executeTakeFirst();
  if (!image) throw refuse('notFound', { what: 'image', id: code });
  return image;
}
