import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseCsv } from '../../../../../server/platform/csv.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
  vat,
} from '../testing/month.ts';
import { linesOf, objectsOf } from '../testing/pdfText.ts';
import { valuesOf } from '../testing/xmlValues.ts';

let app: TestApp;
let company: InvoicedCompany;
let customer: TestClient;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await setUpCompany();
  customer = await app.signInAs('user');
});
afterAll(() => app.close());

/** Opens the portal's only company with these taxes. */
async function setUpCompany(taxes: object[] = [vat]): Promise<void> {
  await sql`delete from company_site`.execute(app.portal.services.database.db);
  company = await createInvoicingCompany(app, { taxes });
}

interface IssuedDocument {
  id: string;
  number: string;
  total: string;
  isEInvoice: boolean;
}
const listDocuments = async () =>
  (await customer.get<{ items: IssuedDocument[] }>('/billing/documents')).body.items;
const fetchAs = (client: TestClient, id: string, format: string) =>
  fetch(`${app.address}/invoice/download?document=${id}&format=${format}`, {
    headers: { cookie: client.cookie },
  });

/** Runs the month for a customer with this name. Returns the issued document. */
async function issue(name = 'Alex Example', more: object = {}): Promise<IssuedDocument> {
  await setBillingProfile(customer, { name, ...more });
  await useServer(app, customer.userId, company.period, 100, 'web-1');
  await runMonth(company.clerk, company.run);
  const [document] = await listDocuments();
  if (!document) throw new Error('Nothing was issued.');
  return document;
}

it('a customer and a billing administrator download the same PDF, which matches the invoice and embeds it', async () => {
  const { id, number, total, isEInvoice } = await issue();
  expect(isEInvoice).toBe(true);
  const answer = await fetchAs(customer, id, 'pdf');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`);
  const file = Buffer.from(await answer.arrayBuffer());
  expect(
    Buffer.from(await (await fetchAs(company.clerk, id, 'pdf')).arrayBuffer()).equals(file),
  ).toBe(true);
  const all = linesOf(file).join('\n');
  for (const content of [
    number,
    'web-1',
    'Alex Example',
    `${Number(total).toFixed(2)} USD`,
    'Page 1 of 1',
  ])
    expect(all).toContain(content);
  const embeddedXml =
    [...objectsOf(file).values()].find(({ head }) => head.includes('/EmbeddedFile\n'))?.stream ??
    '';
  const duePath =
    'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount';
  expect(valuesOf(embeddedXml, duePath)).toEqual([Number(total).toFixed(2)]);
});

it('the UBL of an invoice and of its credit note matches the documents', async () => {
  const { id, number, total } = await issue('Müller & Söhne', {
    kind: 'company',
    taxNumber: 'DE123456788',
  });
  const answer = await fetchAs(customer, id, 'ubl');
  expect(answer.headers.get('content-type')).toContain('application/xml');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.xml"`);
  const xml = await answer.text();
  expect(valuesOf(xml, 'ID')).toEqual([number]);
  expect(valuesOf(xml, 'LegalMonetaryTotal/PayableAmount')).toEqual([Number(total).toFixed(2)]);
  expect(valuesOf(xml, 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName')).toEqual([
    'Müller & Söhne',
  ]);
  expect(valuesOf(xml, 'AccountingCustomerParty/Party/PartyTaxScheme/CompanyID')).toEqual([
    'DE123456788',
  ]);
  const path = `${company.run}/customers/${customer.userId}/creditNotes`;
  const { body: note } = await company.clerk.post<IssuedDocument>(path, {
    key: randomUUID(),
    reason: 'Was down',
  });
  expect(note.isEInvoice).toBe(true);
  const credit = await (await fetchAs(company.clerk, note.id, 'ubl')).text();
  expect(valuesOf(credit, 'CreditNoteTypeCode')).toEqual(['381']);
  expect(valuesOf(credit, 'BillingReference/InvoiceDocumentReference/ID')).toEqual([number]);
  expect(valuesOf(credit, 'LegalMonetaryTotal/PayableAmount')).toEqual([Number(total).toFixed(2)]);
  const lines = linesOf(
    Buffer.from(await (await fetchAs(customer, note.id, 'pdf')).arrayBuffer()),
  ).join('\n');
  expect(lines).toContain(`for invoice ${number}`);
  expect(lines).toContain(`Total -${Number(total).toFixed(2)} USD`);
});

it('every format of a document shows quantity, duration and price', async () => {
  const { id } = await issue();
  const expectedTexts = [
    '2 cores · 100 h · at 0.009 USD per core per hour',
    '4 GB · 100 h · at 0.0035 USD per GB per hour',
  ];
  const text = async (format: string) => await (await fetchAs(customer, id, format)).text();
  const lines = linesOf(Buffer.from(await (await fetchAs(customer, id, 'pdf')).arrayBuffer()));
  const html = await text('html');
  for (const content of expectedTexts)
    expect([lines.includes(content), html.includes(content)]).toEqual([true, true]);
  const rows = parseCsv(await text('csv')).rows.slice(0, 3);
  expect(rows.map((row) => row.slice(8).join())).toEqual([
    'quantity,unit,times,priced by,unit price',
    '2,core,100,hour,0.009',
    '4,GB,100,hour,0.0035',
  ]);
  const ubl = await text('ubl');
  expect(valuesOf(ubl, 'InvoiceLine/InvoicedQuantity')).toEqual(['100', '100']);
  expect(valuesOf(ubl, 'InvoiceLine/Price/PriceAmount')).toEqual(['0.018', '0.014']);
  expect(ubl).toContain('<cbc:InvoicedQuantity unitCode="HUR">100</cbc:InvoicedQuantity>');
  const { body } = await customer.get<{ items: { invoiceId: string }[] }>('/billing/documents');
  const invoice = await customer.get<{ lines: { had: { told: string } | null }[] }>(
    `/billing/invoices/${body.items[0]?.invoiceId}`,
  );
  expect(invoice.body.lines.map(({ had }) => had?.told)).toEqual(expectedTexts);
});

it('a credit note shows quantity, duration and price for fully credited lines only', async () => {
  await issue();
  const invoice = (
    await company.clerk.get<{ lines: { id: number; amount: string }[] }>(
      `${company.run}/customers/${customer.userId}/invoice`,
    )
  ).body;
  const [cpu, ram] = invoice.lines;
  const lines = [
    { lineId: cpu?.id, amount: cpu?.amount },
    { lineId: ram?.id, amount: '0.50' },
  ];
  const path = `${company.run}/customers/${customer.userId}/creditNotes`;
  const { body: note } = await company.clerk.post<IssuedDocument>(path, {
    key: randomUUID(),
    reason: 'Was down',
    lines,
  });
  const rows = parseCsv(await (await fetchAs(customer, note.id, 'csv')).text()).rows.slice(1, 3);
  expect(rows.map((row) => [row[6], ...row.slice(8)].join())).toEqual([
    '-1.80,2,core,100,hour,0.009',
    '-0.50,,,,,',
  ]);
});

it('a document that can’t be an e-invoice is still issued, with the reason in the preview, the log and the download', async () => {
  await setUpCompany([vat, { ...vat, name: 'City tax', rate: '2' }]);
  const overview = (
    await company.clerk.get<{ faults: { code: string; isBlocking: boolean }[] }>(company.run)
  ).body;
  expect(overview.faults).toMatchObject([
    { code: 'noEInvoice', isBlocking: false },
    { code: 'noAllocation', isBlocking: false },
  ]);
  const { id, isEInvoice, number } = await issue();
  expect(isEInvoice).toBe(false);
  const log = await company.clerk.get<{ items: { entry: string }[] }>(
    `${company.run}/customers/${customer.userId}/log`,
  );
  expect(log.body.items.at(-1)?.entry).toMatch(
    /isn’t an e-invoice.*BR-CO-04: every line has one VAT category/,
  );
  const rejected = await fetchAs(customer, id, 'ubl');
  expect(rejected.status).toBe(422);
  expect(await rejected.text()).toMatch(/2860.*BR-CO-04/);
  const pdf = Buffer.from(await (await fetchAs(customer, id, 'pdf')).arrayBuffer());
  expect(linesOf(pdf).join('\n')).toContain(number);
  expect([...objectsOf(pdf).values()].some(({ head }) => head.includes('/EmbeddedFile'))).toBe(
    false,
  );
});

it('the CSV of an invoice and of its credit note writes each amount with the decimals of the currency', async () => {
  const { id, total } = await issue();
  const amountsOf = async (document: string) =>
    parseCsv(await (await fetchAs(customer, document, 'csv')).text())
      .rows.slice(1)
      .map(([, , , , , , amount]) => amount);
  const amounts = await amountsOf(id);
  for (const amount of amounts) expect(amount).toMatch(/^\d+\.\d\d$/);
  expect(amounts.at(-1)).toBe(Number(total).toFixed(2));
  const path = `${company.run}/customers/${customer.userId}/creditNotes`;
  const { body: note } = await company.clerk.post<IssuedDocument>(path, {
    key: randomUUID(),
    reason: 'Was down',
  });
  expect(await amountsOf(note.id)).toEqual(amounts.map((amount) => `-${amount}`));
});

it('no format exposes a document to other users, and unknown formats are rejected', async () => {
  const { id } = await issue();
  const otherUser = await app.signInAs('user');
  for (const format of ['pdf', 'ubl', 'csv', 'html'])
    expect((await fetchAs(otherUser, id, format)).status).toBe(404);
  expect((await fetchAs(customer, id, 'docx')).status).toBe(400);
  expect((await fetch(`${app.address}/invoice/download?document=${id}&format=pdf`)).status).toBe(
    401,
  );
});
