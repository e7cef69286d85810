import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
} from '../../money/ledger/server/testing/testCompany.ts';

let harness: Harness;
let company: TestCompany;
beforeAll(async () => {
  harness = await openHarness();
  company = await createTestCompany(harness.app);
  const rules = { ...testCompanyBank, minDeposit: '50', approvalAbove: '50' };
  await harness.app.root.put(`/companies/${company.companyId}/billingProperties`, rules);
});
afterAll(() => harness.close());

it('a list of deposit requests shows which ones need a second approval, before and after, and the approver sees them', async () => {
  const { app } = harness;
  const [one, two] = [await app.signInAs('user'), await app.signInAs('user')];
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, app.root);
    await openScreen(visitor, '/forceDepositAccounts');
    await page.getByRole('textbox', { name: 'Accounts' }).fill(`${one.email}\n${two.email}`);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too many chargebacks');
    await page.getByRole('button', { name: 'Preview' }).click();
    const approvalNote = page
      .getByRole('listitem')
      .filter({ hasText: 'Waiting for another person’s approval.' });
    await approvalNote.getByText(two.email).waitFor();
    expect(await approvalNote.count()).toBe(1);
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
  await withVisitor(
    harness,
    { device: 'phone', language: 'he', scheme: 'dark' },
    async (visitor) => {
      await company.clerk.put('/header/language', { language: 'he' });
      await signInVisitor(visitor, company.clerk);
      await openScreen(visitor, '/billingAccess/approvals');
      await visitor.page.getByText('דרישת פיקדון').first().waitFor();
      await visitor.page.getByText(two.email).first().waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
    },
  );
});
