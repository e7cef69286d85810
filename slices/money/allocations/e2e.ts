import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TaxAuthorityFake } from '../../../drivers/taxAuthority/testing/authority.ts';
import { asVisitor, type Harness, openHarness } from '../../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/walk.ts';
import { eventually } from '../../sites/mails/server/testing/harness.ts';
import {
  buyerNumber,
  connectOffice,
  issueTo,
  makeBuyer,
  type Office,
  openOffice,
  paperOf,
  sellIn,
  startAuthority,
  terms,
} from './server/testing/office.ts';

let harness: Harness;
let authority: TaxAuthorityFake;
let office: Office;
beforeAll(async () => {
  harness = await openHarness();
  authority = await startAuthority();
  await sellIn(harness.app, 'ILS', '2020-01-01');
});
beforeEach(async () => {
  authority.minimums = [['2020-01-01', 1]];
  authority.refusedBuyers.clear();
  office = await openOffice(harness.app, authority);
});
afterAll(async () => {
  await harness.close();
  await authority.stop();
});

it('root connects a company to the tax authority, tests the connection and disconnects it', () =>
  asVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/4\d\d/);
    await enterAs(visitor, harness.app.root);
    await openScreen(visitor, `/companies/${office.shop.companyId}/payments`);
    const part = page.getByRole('region', { name: /^Israel Tax Authority/ });
    await part.getByText('Not connected').waitFor();
    await part.getByLabel('Environment').selectOption('Test');
    await part.getByLabel('Client ID').fill(terms.clientId);
    await part.getByLabel('Representative').fill(terms.userName);
    await part.getByLabel('Software number').fill(terms.softwareNumber);
    await part.getByLabel('API base URL').fill(authority.origin);
    await part.getByRole('button', { name: 'Connect tax authority' }).click();
    await part.getByText(/Enter this secret again/).waitFor();
    await part.getByLabel('Client secret').fill(authority.clientSecret);
    await part.getByLabel('Refresh token').fill(authority.signIn());
    await part.getByRole('button', { name: 'Connect tax authority' }).click();
    await expectToast(page, 'Tax authority connected');
    await part.getByText('Connected (test environment)').waitFor();
    await part.getByText(/Signed in until/).waitFor();
    await part.getByRole('button', { name: 'Test connection' }).click();
    await expectToast(page, 'The tax authority accepted the connection');
    expect(await problemsOf(visitor)).toEqual([]);
    await part.getByRole('button', { name: 'Disconnect tax authority' }).click();
    await part.getByText('Not connected').waitFor();
  }));

it('a document on hold is shown to the customer as waiting, is rejected, and is sent after a decision', () =>
  asVisitor(harness, {}, async (visitor) => {
    authority.refusedBuyers.add(buyerNumber);
    await connectOffice(harness.app, office);
    const client = await makeBuyer(harness.app, office);
    const paper = await issueTo(client, office);
    const { page } = visitor;
    await enterAs(visitor, client);
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText('Waiting for tax authority').waitFor();
    expect(await page.getByRole('link', { name: /^PDF/ }).count()).toBe(0);
    expect(await problemsOf(visitor)).toEqual([]);
    await eventually(async () =>
      expect((await paperOf(client))?.allocation?.state).toBe('refused'),
    );
    await asVisitor(harness, {}, async (clerk) => {
      const { shop } = office;
      await enterAs(clerk, shop.clerk);
      await openScreen(clerk, `${shop.run}/documenting`);
      const row = clerk.page.getByRole('row').filter({ hasText: paper.number });
      await row.getByText('Waiting for tax authority').waitFor();
      await openScreen(clerk, `${shop.run}/documenting/${client.userId}/status`);
      const part = clerk.page.getByRole('region', { name: 'Tax authority' });
      await part.getByText('Refused, decision required').waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
      await part.getByRole('button', { name: 'Release without a number' }).click();
      const dialog = clerk.page.getByRole('dialog');
      await dialog.getByText(/the buyer can’t deduct its VAT/).waitFor();
      await dialog.getByRole('button', { name: 'Release without a number' }).click();
      await part.getByText('Released without a number').waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
    });
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText('No allocation number').waitFor();
    await page.getByRole('link', { name: `PDF ${paper.number}` }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a document in dollars gets its exchange rate, and the screens are accessible on a phone in Hebrew', () =>
  asVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    await sellIn(harness.app, 'USD', '2021-01-01');
    office = await openOffice(harness.app, authority, { currency: 'USD' });
    await connectOffice(harness.app, office);
    const client = await makeBuyer(harness.app, office);
    await issueTo(client, office);
    const { shop } = office;
    await shop.clerk.put('/header/language', { language: 'he' });
    await enterAs(visitor, shop.clerk);
    const status = `${shop.run}/documenting/${client.userId}/status`;
    expect(await walk(visitor, [`/companies/${shop.companyId}/payments`, status])).toEqual([]);
    await openScreen(visitor, status);
    const part = visitor.page.getByRole('region', { name: 'רשות המסים' });
    await part.getByText('נדרש שער חליפין').waitFor();
    await part.getByLabel(/^שקלים ל/).fill('3.705');
    await part.getByRole('button', { name: 'שמירת השער' }).click();
    await part.getByText('התקבל מספר').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));
