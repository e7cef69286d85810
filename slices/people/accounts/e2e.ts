import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, type Harness, openHarness } from '../../../e2e/portal.ts';
import { enterAs, openScreen } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/walk.ts';
import { openShop, type Shop, shopBank } from '../../money/ledger/server/testing/shop.ts';

let harness: Harness;
let shop: Shop;
beforeAll(async () => {
  harness = await openHarness();
  shop = await openShop(harness.app);
  const rules = { ...shopBank, minDeposit: '50', approvalAbove: '50' };
  await harness.app.root.put(`/companies/${shop.companyId}/billingProperties`, rules);
});
afterAll(() => harness.close());

it('a list of deposit requests shows which ones need a second approval, before and after, and the approver sees them', async () => {
  const { app } = harness;
  const [one, two] = [await app.signInAs('user'), await app.signInAs('user')];
  await asVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await enterAs(visitor, app.root);
    await openScreen(visitor, '/forceDepositAccounts');
    await page.getByRole('textbox', { name: 'Accounts' }).fill(`${one.email}\n${two.email}`);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too many chargebacks');
    await page.getByRole('button', { name: 'Preview' }).click();
    const waits = page
      .getByRole('listitem')
      .filter({ hasText: 'Waiting for another person’s approval.' });
    await waits.getByText(two.email).waitFor();
    expect(await waits.count()).toBe(1);
    await page.getByRole('button', { name: 'Require a deposit from 2 accounts' }).click();
    await page.getByText('1 waits for second approval').waitFor();
    await page.getByRole('button', { name: 'Results' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Waiting for second approval' })
      .getByText(two.email)
      .waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
  await asVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
    await shop.clerk.put('/header/language', { language: 'he' });
    await enterAs(visitor, shop.clerk);
    await openScreen(visitor, '/billingAccess/approvals');
    await visitor.page.getByText('דרישת פיקדון').first().waitFor();
    await visitor.page.getByText(two.email).first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
});
