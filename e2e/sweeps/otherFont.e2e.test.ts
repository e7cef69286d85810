import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf, twoLooks } from '../browser.ts';
import { openFilledHarness } from '../filledHarness.ts';
import { type Harness, withVisitor } from '../harness.ts';
import { screenPaths } from '../screens.ts';
import { signInVisitor } from '../steps.ts';
import { walk } from '../sweep.ts';

/**
 * The screens with the most content in little space: lists, forms, checkboxes, tabs and amounts.
 */
const keyScreens =
  /^\/(dashboard|servers|serverCreate|groups|profile|users|invoicing|budgets|firewall|mails|companies\/[^/]+(\/billingPolicy)?|servers\/[^/]+)$/;

describe('with a different font than the other journeys', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openFilledHarness('noto');
  });
  afterAll(() => harness?.close());

  it.each(twoLooks.map((look) => [nameOf(look), look] as const))(
    'the key screens are accessible and fit: %s',
    async (_name, look) => {
      const paths = [...new Set(await screenPaths(harness.app.root))].filter(
        (path) => keyScreens.test(path) && !path.includes('00000000'),
      );
      expect(paths.length).toBeGreaterThan(10);
      await withVisitor(harness, look, async (visitor) => {
        visitor.expectComplaint(/status of 404/);
        await signInVisitor(visitor, await harness.app.signInAs('root'));
        expect(await walk(visitor, paths)).toEqual([]);
      });
    },
  );
});
