import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accentedWeb, buildAccentedWeb } from '../../launcher/build/web.ts';
import { nameOf, sampleLooks, type Visitor } from '../browser.ts';
import { openFilledHarness } from '../filledHarness.ts';
import { type Harness, withVisitor } from '../harness.ts';
import { screenPaths, withoutRepeats } from '../screens.ts';
import { openPath, sideScroll, signInVisitor } from '../steps.ts';
import { truncatedLabels } from '../sweep.ts';

/** Uses accented English, which is about 40 percent longer. */
describe('in a language with longer words', () => {
  let harness: Harness;
  beforeAll(async () => {
    await buildAccentedWeb();
    harness = await openFilledHarness('dejavu', { webDir: accentedWeb });
  });
  afterAll(() => harness?.close());

  const looks = sampleLooks.filter(({ language }) => language === 'en');
  it.each(looks.map((look) => [nameOf(look), look] as const))(
    'every screen fits: %s',
    async (_name, look) => {
      const paths = withoutRepeats(await screenPaths(harness.app.root));
      const client = await harness.app.signInAs('root');
      await withVisitor(harness, look, async (visitor) => {
        visitor.expectComplaint(/status of 404/);
        await signInVisitor(visitor, client);
        expect(await problemsOn(visitor, paths)).toEqual([]);
      });
    },
  );
});

async function problemsOn(visitor: Visitor, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await openPath(visitor, path);
    const problems = [...(await sideScroll(visitor.page)), ...(await truncatedLabels(visitor))];
    found.push(...problems.map((problem) => `${path}: ${problem}`));
  }
  return found;
}
