import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Look, nameOf, sampleLooks } from '../browser.ts';
import { openFilledHarness } from '../filledHarness.ts';
import { type Harness, withVisitor } from '../harness.ts';
import { screenPaths, withoutRepeats } from '../screens.ts';
import { openPath, openScreen, signInVisitor } from '../steps.ts';
import { walk } from '../sweep.ts';

/** The screens are divided into this many tests per look, so that no test takes minutes. */
const thirds = [0, 1, 2] as const;
/**
 * In this look, every screen is opened by its URL. In the others, screens are opened as by links,
 * and similar screens only once.
 */
const [first] = sampleLooks;
const missing = /status of 404/;

/** Runs two halves in parallel, because each spends most of its time waiting for its own pages. */
const inParallelHalves = async (
  paths: readonly string[],
  work: (half: string[]) => Promise<void>,
): Promise<void> =>
  void (await Promise.all(
    [0, 1].map((rest) => work(paths.filter((_path, index) => index % 2 === rest))),
  ));

/** Opens every screen as root on a portal with one object of each kind, in each of these looks. */
export function describeScreenLayout(looks: readonly Look[]): void {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openFilledHarness();
  });
  afterAll(() => harness.close());

  describe('every screen', () => {
    it.each(
      looks.flatMap((look) =>
        thirds.map((third) => [nameOf(look), third + 1, { look, third }] as const),
      ),
    )('is accessible and fits: %s, %i of 3', async (_name, _number, { look, third }) => {
      const all = await screenPaths(harness.app.root);
      const paths = (look === first ? all : withoutRepeats(all)).filter(
        (_path, index) => index % thirds.length === third,
      );
      await inParallelHalves(paths, async (half) => {
        const client = await harness.app.signInAs('root');
        await withVisitor(harness, look, async (visitor) => {
          visitor.expectComplaint(missing);
          await signInVisitor(visitor, client);
          expect(await walk(visitor, half, look === first ? openScreen : openPath)).toEqual([]);
        });
      });
    });
  });
}
