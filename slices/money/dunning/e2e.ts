import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import { shiftClock } from '../../../server/platform/clock.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
} from '../ledger/server/testing/testCompany.ts';
import { addDays } from './server/evaluation/plan.ts';
import { applyDue } from './server/jobs.ts';
import { clockAt, issue, ladder, systemOf, today } from './server/testing/debts.ts';

let harness: Harness;
let company: TestCompany;
let debtor: TestClient;
let path: string;
let dueOn: string;
beforeAll(async () => {
  harness = await openHarness();
  company = await createTestCompany(harness.app);
  debtor = await harness.app.signInAs('user', { email: 'debtor@example.test' });
  path = `/billingManage/${company.companyId}/${debtor.userId}`;
  dueOn = addDays(today(), 1);
  await issue(harness.app, {
    companyId: company.companyId,
    userId: debtor.userId,
    amount: '120',
    dueOn,
  });
});
afterAll(() => harness.close());

const switchOn = () =>
  company.clerk.put(`/companies/${company.companyId}/dunning`, { isOn: true, steps: ladder });

const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

it('a billing administrator creates a policy, simulates a customer and enables it', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/400/);
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `/companies/${company.companyId}/billingPolicy`);
    await page.getByText('The policy is off. No steps run.').waitFor();
    await page.getByRole('button', { name: 'Use standard steps' }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    const last = page.getByRole('group', { name: 'Step 7' });
    await last.getByLabel('Step 7', { exact: true }).selectOption({ label: 'Late fee' });
    await last.getByLabel('Days after due date').fill('70');
    await last.getByLabel('Fee in USD').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await last.getByText(/a fee above zero/).waitFor();
    await last.getByLabel('Fee in USD').fill('12.50');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Dunning policy saved');
    await openScreen(visitor, `${path}/billingPolicy`);
    await page.getByText('The company’s dunning policy is off.').waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulation = page.getByRole('region', { name: 'Simulation' });
    await simulation.getByText(formatDay(addDays(dueOn, 21), 'en')).waitFor();
    await simulation.getByText('A late fee of 12.50 USD is charged.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    expect((await debtor.get<{ coming: unknown[] }>('/billing/dunning')).body.coming).toEqual([]);
    await openScreen(visitor, `/companies/${company.companyId}/billingPolicy`);
    await page.getByLabel('Enable dunning policy').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Dunning policy saved');
    await openScreen(visitor, `${path}/billingPolicy`);
    await page
      .getByRole('region', { name: 'If the amount due isn’t paid' })
      .getByText('Suspension')
      .waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('an assumed document is simulated for a customer without debt, and marked as assumed', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/400/);
    await switchOn();
    const payer = await harness.app.signInAs('user', { email: 'payer@example.test' });
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `/billingManage/${company.companyId}/${payer.userId}/billingPolicy`);
    const amount = page.getByLabel('Amount in USD');
    await amount.fill('0');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText(/Enter an amount above zero/).waitFor();
    await amount.fill('250');
    await page.getByLabel('Issue date (today if empty)').fill('2030-01-01');
    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulation = page.getByRole('region', { name: 'Simulation' });
    const due = addDays('2030-01-01', testCompanyBank.paymentDays);
    await simulation.getByText(/^Assuming a document for \$250\.00, issued on/).waitFor();
    const step = simulation.getByRole('listitem').filter({ hasText: 'Suspension' });
    await step.getByText(formatDay(addDays(due, 21), 'en')).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await amount.fill('');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await simulation.getByText(/^All documents are paid, so no steps would run\./).waitFor();
  }));

it('a customer sees each upcoming step with its date', () =>
  withVisitor(harness, {}, async (visitor) => {
    await switchOn();
    await signInVisitor(visitor, debtor);
    await openScreen(visitor, '/billing');
    const dunningForecast = visitor.page.getByRole('region', {
      name: 'If the amount due isn’t paid',
    });
    await dunningForecast.getByText(/\$120\.00 of .+ was due on /).waitFor();
    const step = dunningForecast.getByRole('listitem').filter({ hasText: 'Suspension' });
    await step.getByText(formatDay(addDays(dueOn, 21), 'en')).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a balance below the policy’s minimum is ignored, and an untaxed late fee is viewed and withdrawn', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/400/);
    const late = await harness.app.signInAs('user', { email: 'late@example.test' });
    await issue(harness.app, {
      companyId: company.companyId,
      userId: late.userId,
      amount: '4',
      dueOn: addDays(today(), -1),
    });
    const steps = [
      { kind: 'reminder', days: 0 },
      { kind: 'fee', days: 1, mode: 'fixed', amount: '9' },
    ];
    expect(
      (await company.clerk.put(`/companies/${company.companyId}/dunning`, { isOn: true, steps }))
        .status,
    ).toBe(200);
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `/companies/${company.companyId}/billingPolicy`);
    const ignoredBelow = page.getByLabel('Ignore balances under (USD)');
    await ignoredBelow.fill('-1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => ignoredBelow.getAttribute('aria-invalid')).toBe('true');
    await ignoredBelow.fill('5');
    await page.getByLabel('Charge tax on late fees').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Dunning policy saved');
    await openScreen(visitor, `/companies/${company.companyId}/billingPolicy`);
    const currentValues = async () => [
      await ignoredBelow.inputValue(),
      await page.getByLabel('Charge tax on late fees').isChecked(),
    ];
    await expect.poll(currentValues).toEqual(['5', false]);
    await withVisitor(harness, {}, async (customer) => {
      await signInVisitor(customer, late);
      await openScreen(customer, '/billing');
      await customer.page
        .getByText('The amount due doesn’t exceed the ignored balance of 5.00 USD. No steps run.')
        .waitFor();
      expect(await problemsOf(customer)).toEqual([]);
    });

    await issue(harness.app, {
      companyId: company.companyId,
      userId: late.userId,
      amount: '6',
      dueOn: today(),
    });
    for (const day of [today(), addDays(today(), 1)]) {
      clockAt(`${day}T12:00:00Z`);
      await applyDue(await systemOf(harness.app));
    }
    shiftClock(0);
    await openScreen(visitor, `/billingManage/${company.companyId}/${late.userId}/invoice`);
    const fee = page.getByRole('row').filter({ hasText: '$9.00' }).first();
    await fee.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Credit note…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The transfer was under way');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Credit note' }).click();
    await expectToast(page, 'Credit note issued');
    await page.getByRole('row').filter({ hasText: '-$9.00' }).first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('edited steps are kept when another user saves the policy, and overwrite the saved ones only after a review', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const basePath = `/companies/${company.companyId}/dunning`;
    await company.clerk.put(basePath, { isOn: false, steps: [] });
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `/companies/${company.companyId}/billingPolicy`);
    const tolerance = page.getByLabel('Ignore balances under (USD)');
    await tolerance.fill('7.50');
    await harness.app.root.put(basePath, { isOn: false, steps: [{ kind: 'reminder', days: 4 }] });
    await page.getByText('Someone else saved changes in the meantime.').waitFor();
    expect(await tolerance.inputValue()).toBe('7.50');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Show saved version' }).click();
    await page.getByRole('group', { name: 'Step 1' }).waitFor();
    await tolerance.fill('2.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Dunning policy saved');
    expect((await company.clerk.get(basePath)).body).toMatchObject({
      tolerance: '2.5',
      steps: [{ days: 4 }],
    });
  }));

it('the dunning screens are accessible, also on a phone in Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    await switchOn();
    await debtor.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, debtor);
    await openScreen(visitor, '/billing');
    const dunningForecast = visitor.page.getByRole('region', { name: 'אם הסכום לא ישולם' });
    const step = dunningForecast.getByRole('listitem').filter({ hasText: 'השעיה' });
    await step.getByText(formatDay(addDays(dueOn, 21), 'he')).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await withVisitor(
      harness,
      { device: 'phone', scheme: 'dark', language: 'he' },
      async (other) => {
        await company.clerk.put('/header/language', { language: 'he' });
        await signInVisitor(other, company.clerk);
        expect(
          await walk(other, [
            `/companies/${company.companyId}/billingPolicy`,
            `${path}/billingPolicy`,
          ]),
        ).toEqual([]);
      },
    );
  }));
