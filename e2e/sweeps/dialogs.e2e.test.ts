import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFilledHarness } from '../filledHarness.ts';
import { type Harness, withVisitor } from '../harness.ts';
import { screenPaths } from '../screens.ts';
import { signInVisitor } from '../steps.ts';
import { blockChanges, type DialogFindings, sweepDialogs } from './dialogs.ts';

/**
 * Screens with all kinds of dialogs. `web/ui/dialog/dialogs.test.ts` checks that all dialogs use
 * the same components.
 */
const parts = [
  { screens: [/^\/servers$/, /^\/groups$/, /^\/keys$/, /^\/alerts$/, /^\/agreements$/], enough: 8 },
  {
    screens: [/^\/budgets$/, /^\/firewall$/, /^\/companies$/, /^\/users$/, /^\/networks$/],
    enough: 5,
  },
] as const;

describe('every dialog', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openFilledHarness();
  });
  afterAll(() => harness?.close());

  it.each(parts)(
    'traps and restores the focus, and warns before input is lost: $screens',
    async ({ screens, enough }) => {
      const paths = (await screenPaths(harness.app.root)).filter((path) =>
        screens.some((screen) => screen.test(path)),
      );
      expect(paths).toHaveLength(screens.length);
      const found: DialogFindings = { titles: new Set(), problems: [] };
      await withVisitor(harness, {}, async (visitor) => {
        visitor.expectComplaint(/status of 4\d\d|Clipboard/);
        await signInVisitor(visitor, await harness.app.signInAs('root'));
        await blockChanges(visitor.page);
        for (const path of paths) await sweepDialogs(visitor, path, found);
      });
      expect(found.problems).toEqual([]);
      expect(found.titles.size).toBeGreaterThanOrEqual(enough);
    },
  );
});
