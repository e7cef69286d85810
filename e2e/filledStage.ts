import { createServer } from './createServer.ts';
import { fillPortal } from './fillPortal.ts';
import type { FontSet } from './fonts.ts';
import { openStage, type Stage, type StageOptions } from './portal.ts';

/** A stage whose portal has one of everything, so that every screen of root has content. */
export async function openFilledStage(
  fonts: FontSet = 'dejavu',
  options: StageOptions = {},
): Promise<Stage> {
  const stage = await openStage({}, { fonts, ...options });
  await createServer(stage.app.root);
  await fillPortal(stage.app.root);
  return stage;
}
