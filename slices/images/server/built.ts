import { stat } from 'node:fs/promises';
import { refuse } from '../../../contract/errors.ts';
import type { Services } from '../../../server/platform/context.ts';
import type { BuiltFile } from './builders.ts';
import { importIntoEngines } from './engines.ts';
import { markReady } from './state.ts';
import { imageTables } from './store.ts';

/**
 * Takes an image of the catalogue that was built outside of the task queue (`./cloudberth image build`) and gives it to the
 * engines. The files may be deleted afterwards. Throws `notFound` for a code the catalogue does not have, `conflict` while a
 * task is making the image, `datacenterNotReady` when no real engine can take it, and what the engine throws.
 */
export async function registerBuiltImage(services: Services, code: string, file: BuiltFile): Promise<void> {
  const { db } = services.database;
  const image = await imageTables(db)
    .selectFrom('image')
    .select(['id', 'name', 'state', 'task_id'])
    .where('code', '=', code)
    .where('owner_id', 'is', null)
    .executeTakeFirst();
  if (!image) throw refuse('notFound', { what: 'image', id: code });
  if (image.state === 'fetching') throw refuse('conflict', { problem: `Task ${image.task_id} is making the image ${image.name} now.` });
  const imported = await importIntoEngines({ db, services }, { ...file, id: image.id });
  const { size } = await stat(file.path);
  await db
    .transaction()
    .execute((transaction) =>
      markReady({ db: transaction }, image.id, { ...imported, sizeBytes: size, digest: null, isDigestVerified: false }),
    );
}
