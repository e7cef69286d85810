import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../e2e/steps.ts';
import { problemsOf, walk } from '../../e2e/walk.ts';
import type { TestClient } from '../../server/testing/client.ts';
import { openShop, type Shop } from '../ledger/server/testing/shop.ts';
import { addDays } from './server/plan.ts';
import { issue, ladder, today } from './server/testing/debts.ts';

let stage: Stage;
let shop: Shop;
let debtor: TestClient;
let path: string;
let dueOn: string;
beforeAll(async () => {
  stage = await openStage();
  shop = await openShop(stage.app);
  debtor = await stage.app.signInAs('user', { email: 'debtor@example.test' });
  path = `/billingManage/${shop.companyId}/${debtor.userId}`;
  dueOn = addDays(today(), 1);
  await issue(stage.app, { companyId: shop.companyId, userId: debtor.userId, amount: '120', dueOn });
});
afterAll(() => stage.close());

const switchOn = () => shop.clerk.put(`/companies/${shop.companyId}/dunning`, { isOn: true, steps: ladder });

const written = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

it('a billing administrator makes a policy, simulates a customer and switches it on', () =>
  asVisitor(stage, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/400/);
    await enterAs(visitor, shop.clerk);
    await openScreen(visitor, `/companies/${shop.companyId}/billingPolicy`);
    await page.getByText('Switched off: nothing is done.').waitFor();
    await page.getByRole('button', { name: 'Take the usual steps' }).click();
    await page.getByRole('button', { name: 'Add a step' }).click();
    const last = page.getByRole('group', { name: 'Step 7' });
    await last.getByLabel('Step 7', { exact: true }).selectOption({ label: 'Late fee' });
    await last.getByLabel('Days after it was due').fill('70');
    await last.getByLabel('Fee in USD').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await last.getByText(/a fee above zero/).waitFor();
    await last.getByLabel('Fee in USD').fill('12.50');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The steps are saved');
    await openScreen(visitor, `${path}/billingPolicy`);
    await page.getByText('The company collects nothing by steps.').waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulation = page.getByRole('region', { name: 'Simulation' });
    await simulation.getByText(written(addDays(dueOn, 21), 'en')).waitFor();
    await simulation.getByText('A late fee of 12.50 USD is booked.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    expect((await debtor.get<{ coming: unknown[] }>('/billing/dunning')).body.coming).toEqual([]);
    await openScreen(visitor, `/companies/${shop.companyId}/billingPolicy`);
    await page.getByLabel('Collect what is owed by these steps').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The steps are saved');
    await openScreen(visitor, `${path}/billingPolicy`);
    await page.getByRole('region', { name: 'If nothing is paid' }).getByText('Suspension').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('the customer sees each step ahead with its day', () =>
  asVisitor(stage, {}, async (visitor) => {
    await switchOn();
    await enterAs(visitor, debtor);
    await openScreen(visitor, '/billing');
    const ahead = visitor.page.getByRole('region', { name: 'If nothing is paid' });
    await ahead.getByText(/\$120\.00 of it is unpaid/).waitFor();
    const step = ahead.getByRole('listitem').filter({ hasText: 'Suspension' });
    await step.getByText(written(addDays(dueOn, 21), 'en')).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('on a phone in Hebrew too, and the screens have no barrier', () =>
  asVisitor(stage, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    await switchOn();
    await debtor.put('/header/language', { language: 'he' });
    await enterAs(visitor, debtor);
    await openScreen(visitor, '/billing');
    const ahead = visitor.page.getByRole('region', { name: 'אם דבר לא ישולם' });
    const step = ahead.getByRole('listitem').filter({ hasText: 'השהיה' });
    await step.getByText(written(addDays(dueOn, 21), 'he')).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await asVisitor(stage, { device: 'phone', scheme: 'dark', language: 'he' }, async (other) => {
      await shop.clerk.put('/header/language', { language: 'he' });
      await enterAs(other, shop.clerk);
      expect(await walk(other, [`/companies/${shop.companyId}/billingPolicy`, `${path}/billingPolicy`])).toEqual([]);
    });
  }));
