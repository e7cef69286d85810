import { createServer } from './createServer.ts';
import { fillPortal } from './fillPortal.ts';
import type { FontSet } from './fonts.ts';
import { type Harness, type HarnessOptions, openHarness } from './harness.ts';

/**
 * Opens a harness whose portal has one object of each kind, so that every screen of root has
 * content.
 */
export async function openFilledHarness(
  fonts: FontSet = 'dejavu',
  options: HarnessOptions = {},
): Promise<Harness> {
  const harness = await openHarness({}, { fonts, ...options });
  await createServer(harness.app.root);
  await fillPortal(harness.app.root);
  return harness;
}
