import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Services } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import * as texts from '../messages.ts';
import { importIntoEngines, openDatacenters } from '../preparation/engines.ts';
import { markReady } from '../state.ts';
import { imageTables } from '../store.ts';
import { type BuiltFile, findBuilder } from './builders.ts';
import { syncCatalogue } from './sync.ts';

/**
 * Builds a catalog image outside of the task queue (`./cloudberth image build`) and offers it, with
 * or without a running portal. Reports progress line by line and leaves nothing behind on failure.
 * Throws `notFound` for an unknown code, `conflict` with the cause, `datacenterNotReady` when no
 * real engine can store it, `ImageBuildError`, and the reason of an abort signal.
 */
export async function buildImage(
  services: Services,
  code: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services.database;
  await syncCatalogue(db);
  const image = await findByCode(services, code);
  const builder = findBuilder(services, code);
  const { real } = await openDatacenters({ db });
  const obstacle = texts.obtainObstacle(
    { ...image, canBuild: builder !== undefined },
    'build',
    real.length > 0,
  );
  if (obstacle || !builder)
    throw userError('conflict', { problem: obstacle ?? texts.nothingBuilds });
  const folder = await mkdtemp(join(services.config.dataDir, 'image-build-'));
  try {
    await registerBuiltImage(
      services,
      code,
      await builder.build(join(folder, 'image'), log, signal),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the catalog images by code, and whether each is available locally. */
export async function listCatalog({
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
 * Imports a catalog image built outside of the task queue and distributes it to the engines. The
 * files can be deleted afterwards. Throws `notFound` for an unknown code, `conflict` while a task
 * is preparing the image, `datacenterNotReady` when no real engine can store it, and engine errors.
 */
export async function registerBuiltImage(
  services: Services,
  code: string,
  file: BuiltFile,
): Promise<void> {
  const { db } = services.database;
  const image = await findByCode(services, code);
  if (image.state === 'fetching')
    throw userError('conflict', {
      problem: localize('built.problem.taskAlreadyCreatingImage', {
        taskId: String(image.task_id),
        name: image.name,
      }),
    });
  const imported = await importIntoEngines({ db, services }, { ...file, id: image.id });
  const { size } = await stat(file.path);
  await db.transaction().execute((transaction) =>
    markReady({ db: transaction }, image.id, {
      ...imported,
      sizeBytes: size,
      digest: null,
      isDigestVerified: false,
    }),
  );
}

async function findByCode({ database: { db } }: Services, code: string) {
  const image = await imageTables(db)
    .selectFrom('image')
    .select(['id', 'name', 'source', 'state', 'task_id'])
    .where('code', '=', code)
    .where('owner_id', 'is', null)
    .executeTakeFirst();
  if (!image) throw userError('notFound', { what: 'image', id: code });
  return image;
}
