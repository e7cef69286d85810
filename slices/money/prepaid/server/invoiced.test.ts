import { expect, it } from 'vitest';
import {
  app,
  company,
  customer,
  openInvoicingHarness,
} from '../../invoices/server/testing/harness.ts';
import { runMonth, setBillingProfile, useServer } from '../../invoices/server/testing/month.ts';
import { addFunds, info, order, prepaidOf } from './testing/prepaidFixtures.ts';

openInvoicingHarness();

it('last month’s cost counts as used including its taxes, to the minor unit, until the invoice is recorded in the ledger', async () => {
  const payer = { path: `/billingManage/${company.companyId}/${customer.userId}` };
  await company.clerk.put(`${payer.path}/paymentType`, { paymentType: 'Deposit' });
  await setBillingProfile(customer);
  const subAccount = await app.signInAs('user', { parentId: customer.userId });
  await useServer(app, customer.userId, company.period, 333);
  await useServer(app, subAccount.userId, company.period, 77);
  await addFunds(company, payer, '100');
  const before = await prepaidOf(customer);
  expect(Number(before?.used)).toBeGreaterThan(1);
  expect(before).toMatchObject({ balance: '100.00', credit: '0.00', state: 'ok' });
  expect((await runMonth(company.clerk, company.run)).counts.issued).toBe(1);
  const { body } = await customer.get<{ balances: { amount: string }[] }>('/billing');
  const after = await prepaidOf(customer);
  expect(Number(body.balances[0]?.amount)).toBe(Number(before?.left));
  expect(after).toMatchObject({ balance: before?.left, used: '0.00', left: before?.left });
});

it('the cost of an order includes its taxes', async () => {
  const payer = { path: `/billingManage/${company.companyId}/${customer.userId}` };
  await company.clerk.put(`${payer.path}/paymentType`, { paymentType: 'Deposit' });
  const cost = async () => {
    const costText = info(await order(customer, { billingMode: 'monthly' }));
    return /costs (\S+)/.exec(costText)?.[1];
  };
  const taxed = Number(await cost());
  await app.root.put(`/companies/${company.companyId}/billingProperties`, {
    ...(await bank()),
    taxes: [],
  });
  const net = Number(await cost());
  expect(net).toBeGreaterThan(0);
  expect(Math.abs(taxed - net * 1.18)).toBeLessThan(0.02);
});

const bank = async () =>
  (await app.root.get<{ billingProperties: object }>(`/companies/${company.companyId}`)).body
    .billingProperties;
