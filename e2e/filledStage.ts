import { createServer } from './createServer.ts';
import { fillPortal } from './fillPortal.ts';
import type { FontSet } from './fonts.ts';
import { openStage, type Stage } from './portal.ts';

/** A stage whose portal has one of everything, so that every screen of root has content. */
export async function openFilledStage(fonts: FontSet = 'dejavu'): Promise<Stage> {
  const stage = await openStage({}, { fonts });
  await createServer(stage.app.root);
  await fillPortal(stage.app.root);
  return stage;
}
