import { createServer } from './createServer.ts';
import { fillPortal } from './fillPortal.ts';
import { openStage, type Stage } from './portal.ts';

/** A stage whose portal has one of everything, so that every screen of root shows something. */
export async function openFilledStage(): Promise<Stage> {
  const stage = await openStage();
  await createServer(stage.app.root);
  await fillPortal(stage.app.root);
  return stage;
}
