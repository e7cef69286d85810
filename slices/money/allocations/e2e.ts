import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TaxAuthorityFake } from '../../../drivers/taxAuthority/testing/authority.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import { eventually } from '../../sites/mails/server/testing/harness.ts';
import {
  addPriceListInCurrency,
  buyerNumber,
  connectTaxAuthority,
  issueInvoiceTo,
  latestDocument,
  makeBuyer,
  openTaxAuthorityHarness,
  startAuthority,
  type TaxAuthorityHarness,
  terms,
} from './server/testing/taxAuthorityHarness.ts';

let harness: Harness;
let authority: TaxAuthorityFake;
let taxAuthority: TaxAuthorityHarness;
beforeAll(async () => {
  harness = await openHarness();
  authority = await startAuthority();
  await addPriceListInCurrency(harness.app, 'ILS', '2020-01-01');
});
beforeEach(async () => {
  authority.minimums = [['2020-01-01', 1]];
  authority.refusedBuyers.clear();
  taxAuthority = await openTaxAuthorityHarness(harness.app, authority);
});
afterAll(async () => {
  await harness.close();
  await authority.stop();
});

it('root connects a company to the tax authority, tests the connection and disconnects it', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/4\d\d/);
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, `/companies/${taxAuthority.shop.companyId}/payments`);
    const section = page.getByRole('region', { name: /^Israel Tax Authority/ });
    await section.getByText('Not connected').waitFor();
    await section.getByLabel('Environment').selectOption('Test');
    await section.getByLabel('Client ID').fill(terms.clientId);
    await section.getByLabel('Representative').fill(terms.userName);
    await section.getByLabel('Software number').fill(terms.softwareNumber);
    await section.getByLabel('API base URL').fill(authority.origin);
    await section.getByRole('button', { name: 'Connect tax authority' }).click();
    await section.getByText(/Enter this secret again/).waitFor();
    await section.getByLabel('Client secret').fill(authority.clientSecret);
    await section.getByLabel('Refresh token').fill(authority.signIn());
    await section.getByRole('button', { name: 'Connect tax authority' }).click();
    await expectToast(page, 'Tax authority connected');
    await section.getByText('Connected (test environment)').waitFor();
    await section.getByText(/Signed in until/).waitFor();
    await section.getByRole('button', { name: 'Test connection' }).click();
    await expectToast(page, 'The tax authority accepted the connection');
    expect(await problemsOf(visitor)).toEqual([]);
    await section.getByRole('button', { name: 'Disconnect tax authority' }).click();
    await section.getByText('Not connected').waitFor();
  }));

it('a document on hold is shown to the customer as waiting, is rejected, and is sent after a decision', () =>
  withVisitor(harness, {}, async (visitor) => {
    authority.refusedBuyers.add(buyerNumber);
    await connectTaxAuthority(harness.app, taxAuthority);
    const client = await makeBuyer(harness.app, taxAuthority);
    const document = await issueInvoiceTo(client, taxAuthority);
    const { page } = visitor;
    await signInVisitor(visitor, client);
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText('Waiting for tax authority').waitFor();
    expect(await page.getByRole('link', { name: /^PDF/ }).count()).toBe(0);
    expect(await problemsOf(visitor)).toEqual([]);
    await eventually(async () =>
      expect((await latestDocument(client))?.allocation?.state).toBe('refused'),
    );
    await withVisitor(harness, {}, async (clerk) => {
      const { shop } = taxAuthority;
      await signInVisitor(clerk, shop.clerk);
      await openScreen(clerk, `${shop.run}/documenting`);
      const row = clerk.page.getByRole('row').filter({ hasText: document.number });
      await row.getByText('Waiting for tax authority').waitFor();
      await openScreen(clerk, `${shop.run}/documenting/${client.userId}/status`);
      const section = clerk.page.getByRole('region', { name: 'Tax authority' });
      await section.getByText('Refused, decision required').waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
      await section.getByRole('button', { name: 'Release without a number' }).click();
      const dialog = clerk.page.getByRole('dialog');
      await dialog.getByText(/the buyer can’t deduct its VAT/).waitFor();
      await dialog.getByRole('button', { name: 'Release without a number' }).click();
      await section.getByText('Released without a number').waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
    });
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText('No allocation number').waitFor();
    await page.getByRole('link', { name: `PDF ${document.number}` }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a document in dollars gets its exchange rate, and the screens are accessible on a phone in Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    await addPriceListInCurrency(harness.app, 'USD', '2021-01-01');
    taxAuthority = await openTaxAuthorityHarness(harness.app, authority, { currency: 'USD' });
    await connectTaxAuthority(harness.app, taxAuthority);
    const client = await makeBuyer(harness.app, taxAuthority);
    await issueInvoiceTo(client, taxAuthority);
    const { shop } = taxAuthority;
    await shop.clerk.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, shop.clerk);
    const status = `${shop.run}/documenting/${client.userId}/status`;
    expect(await walk(visitor, [`/companies/${shop.companyId}/payments`, status])).toEqual([]);
    await openScreen(visitor, status);
    const section = visitor.page.getByRole('region', { name: 'רשות המסים' });
    await section.getByText('נדרש שער חליפין').waitFor();
    await section.getByLabel(/^שקלים ל/).fill('3.705');
    await section.getByRole('button', { name: 'שמירת השער' }).click();
    await section.getByText('התקבל מספר').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));
