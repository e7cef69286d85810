import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';

/**
 * Fields outside the billing screens whose text is printed on invoices, such as the buyer's name
 * and line descriptions.
 */
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

const fields: readonly { label: string; open(visitor: Visitor): Promise<void> }[] = [
  { label: 'Name', open: (visitor) => openScreen(visitor, '/serverCreate') },
  {
    label: 'First name',
    open: async (visitor) => {
      await openScreen(visitor, '/users');
      await visitor.page.getByRole('button', { name: 'Create user', exact: true }).first().click();
    },
  },
];

it.each(fields)(
  '$label lists the characters that can’t be printed on invoices',
  ({ label, open }) =>
    withVisitor(harness, {}, async (visitor) => {
      await signInVisitor(visitor, harness.app.root);
      await open(visitor);
      await visitor.page.getByLabel(label, { exact: true }).first().fill('Rocket 🚀');
      await visitor.page.getByText('These characters can’t be printed on invoices: 🚀').waitFor();
      await visitor.page.getByLabel(label, { exact: true }).first().fill('Rocket');
      await expect
        .poll(() => visitor.page.getByText('can’t be printed on invoices').count())
        .toBe(0);
    }),
);
