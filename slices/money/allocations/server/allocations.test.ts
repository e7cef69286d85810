import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runMonth } from '../../invoices/server/testing/month.ts';
import { linesOf } from '../../invoices/server/testing/pdfText.ts';
import { valuesOf } from '../../invoices/server/testing/xmlValues.ts';
import {
  type Allocation,
  errorSummary,
  useAllocationHarness,
} from './testing/allocationHarness.ts';
import {
  business,
  buyerNumber,
  latestDocument,
  sellerNumber,
} from './testing/taxAuthorityHarness.ts';

const desk = useAllocationHarness();
const { look, path, read, issued, fetchAs, mails, told } = desk;

const approvalCount = () => desk.authority.timesAsked(/Approval$/);
const postTo = (path: string, body?: object) => desk.office.shop.clerk.post<Allocation>(path, body);

describe('an invoice to a business', () => {
  it('is on hold until its number is on the page, PDF and e-invoice, and is then emailed once', async () => {
    const { client, paper } = await issued();
    expect(paper.allocation).toEqual({ state: 'waiting', number: null, isHeld: true });
    for (const format of ['html', 'pdf', 'ubl', 'csv']) {
      const answer = await fetchAs(client, paper, format);
      expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('2930')]);
    }
    expect(errorSummary(await client.post(`/billing/documents/${paper.id}/mail`))).toEqual([
      422,
      2930,
      'documentId',
    ]);
    const managed = `/billingManage/${desk.office.shop.companyId}/${client.userId}/invoice/${paper.id}/mail`;
    expect(errorSummary(await desk.office.shop.clerk.post(managed))).toEqual([
      422,
      2930,
      'documentId',
    ]);
    expect(await (await fetchAs(desk.office.shop.clerk, paper)).text()).toContain(
      'DRAFT: This document is waiting for the tax authority',
    );
    expect(await mails(paper)).toBe(0);
    await look();
    await look();
    expect(approvalCount()).toBe(1);
    expect(await mails(paper)).toBe(1);
    const { state, number, wholeNumber } = await read(paper);
    expect([state, number]).toEqual(['approved', wholeNumber?.slice(-9)]);
    expect(wholeNumber).toMatch(/^\d{25}$/);
    expect(await (await fetchAs(client, paper)).text()).toContain(
      `<dt>Allocation number</dt><dd><bdi dir="ltr">${number}</bdi></dd>`,
    );
    expect(
      linesOf(Buffer.from(await (await fetchAs(client, paper, 'pdf')).arrayBuffer())).join('\n'),
    ).toContain(number);
    expect(valuesOf(await (await fetchAs(client, paper, 'ubl')).text(), 'Note')).toEqual([
      `Allocation number: ${number}`,
    ]);
    expect((await latestDocument(client))?.allocation).toEqual({
      state: 'approved',
      number,
      isHeld: false,
    });
  });

  it('is reported to the authority unchanged, with integer identifiers and discounts', async () => {
    const client = await desk.buyer();
    const customer = `/billingManage/${desk.office.shop.companyId}/${client.userId}`;
    const fromMonth = desk.office.shop.period;
    const discount = {
      title: 'A third off',
      kind: 'percent',
      value: '33',
      groups: null,
      fromMonth,
      toMonth: null,
      most: null,
    };
    expect((await desk.office.shop.clerk.post(`${customer}/discounts`, discount)).status).toBe(200);
    await runMonth(desk.office.shop.clerk, desk.office.shop.run);
    const document = await latestDocument(client);
    await look();
    const body = desk.authority.approvals.get(document?.id ?? '')?.body as Record<string, number>;
    expect(body).toMatchObject({
      invoice_type: 305,
      vat_number: sellerNumber,
      customer_vat_number: buyerNumber,
      customer_name: 'Buyer Ltd',
    });
    expect(body.payment_amount_including_vat).toBe(Number(document?.total));
    expect(body.discount).toBeGreaterThan(0);
  });

  it('below the minimum for its date needs no number and is sent', async () => {
    desk.authority.minimums = [['2020-01-01', 1_000_000]];
    const { client, paper } = await issued();
    await look();
    expect(approvalCount()).toBe(0);
    expect((await read(paper)).state).toBe('notNeeded');
    expect(await mails(paper)).toBe(1);
    expect((await fetchAs(client, paper)).status).toBe(200);
  });

  it('isn’t charged before the customer receives it', async () => {
    const { shop } = desk.office;
    const steps = [{ kind: 'reminder', days: 3 }];
    expect(
      (await shop.clerk.put(`/companies/${shop.companyId}/dunning`, { isOn: true, steps })).status,
    ).toBe(200);
    const { client } = await issued();
    const upcomingSteps = async () =>
      (await client.get<{ coming: object[] }>('/billing/dunning')).body.coming;
    expect(await upcomingSteps()).toEqual([]);
    await look();
    expect(await upcomingSteps()).toHaveLength(1);
  });

  it('exactly at the minimum needs a number', async () => {
    const client = await desk.buyer();
    const { shop } = desk.office;
    await runMonth(shop.clerk, shop.run, false);
    const { body } = await shop.clerk.get<{ net: string }>(
      `${shop.run}/customers/${client.userId}/invoice`,
    );
    desk.authority.minimums = [['2020-01-01', Number(body.net)]];
    await runMonth(shop.clerk, shop.run);
    await look();
    expect((await latestDocument(client))?.allocation?.state).toBe('approved');
  });

  it.each<[string, object]>([
    ['a private person', { ...business, kind: 'person', taxNumber: '' }],
    ['a business abroad', { ...business, country: 'DE', taxNumber: 'DE123456788' }],
  ])('to %s needs no number and is sent at once', async (_case, profile) => {
    const { paper } = await issued(profile);
    expect(paper.allocation).toBeNull();
    expect(await mails(paper)).toBe(1);
    expect((await desk.office.shop.clerk.get(path(paper))).status).toBe(404);
    expect(desk.authority.asked).toEqual([]);
  });
});

describe('an authority', () => {
  it.each(['failsBefore', 'dropsAfter', 'failsAfter', 'slowDown'] as const)(
    'that %s is asked again, and assigns one number',
    async (failure) => {
      desk.authority.rude(/Approval$/, failure);
      const { paper } = await issued();
      const before = desk.authority.approvals.size;
      await look();
      const pending = await read(paper);
      expect(pending).toMatchObject({
        state: 'waiting',
        problem: expect.stringMatching(/./),
        canTryAgain: true,
      });
      expect(Date.parse(pending.nextAt ?? '')).toBeGreaterThan(Date.now());
      await look();
      expect(await read(paper)).toMatchObject({ state: 'approved', problem: '' });
      expect(desk.authority.approvals.size).toBe(before + 1);
      expect(await mails(paper)).toBe(1);
    },
  );

  it('is asked once when many workers run in parallel, and every worker gets the same result', async () => {
    const { paper } = await issued();
    await desk.due();
    await Promise.all(Array.from({ length: 5 }, () => desk.round()));
    expect(approvalCount()).toBe(1);
    const second = await issued();
    await Promise.all(Array.from({ length: 5 }, () => postTo(`${path(second.paper)}/try`)));
    expect((await read(second.paper)).state).toBe('approved');
    expect(await mails(paper)).toBe(1);
    expect(await mails(second.paper)).toBe(1);
  });

  it('that rejects a number requires a decision, and continuing prints that the tax isn’t deductible', async () => {
    desk.authority.refusedBuyers.add(buyerNumber);
    const { client, paper } = await issued();
    await look();
    expect(await read(paper)).toMatchObject({
      state: 'refused',
      code: '460',
      canDecide: true,
      nextAt: null,
      remedy: expect.stringMatching(/Release the document/),
    });
    expect(await told('allocations.waiting')).toBe(1);
    expect(await mails(paper)).toBe(0);
    expect((await client.post(`${path(paper)}/decision`, { decision: 'continue' })).status).toBe(
      403,
    );
    desk.authority.rude(/Continue$/, 'failsAfter');
    expect((await postTo(`${path(paper)}/decision`, { decision: 'continue' })).body).toMatchObject({
      state: 'refused',
      decision: 'continue',
    });
    expect(errorSummary(await postTo(`${path(paper)}/decision`, { decision: 'cancel' }))).toEqual([
      409,
      2937,
      undefined,
    ]);
    expect(await mails(paper)).toBe(0);
    await look();
    expect(desk.authority.decisions.get(paper.id)).toBe('Continue');
    expect(await read(paper)).toMatchObject({ state: 'continued', number: null, canDecide: false });
    expect(await mails(paper)).toBe(1);
    expect(await (await fetchAs(client, paper)).text()).toContain(
      'so the buyer can’t deduct its VAT',
    );
    expect(
      linesOf(Buffer.from(await (await fetchAs(client, paper, 'pdf')).arrayBuffer())).join(' '),
    ).toContain('can’t deduct');
    expect(valuesOf(await (await fetchAs(client, paper, 'ubl')).text(), 'Note')[0]).toContain(
      'can’t deduct',
    );
  });

  it('that rejects a number never releases the document after cancellation, and the credit note is sent at once', async () => {
    desk.authority.refusedBuyers.add(buyerNumber);
    const { client, paper } = await issued();
    await look();
    expect((await postTo(`${path(paper)}/decision`, { decision: 'cancel' })).body).toMatchObject({
      ...{ state: 'cancelled', remedy: expect.stringContaining('credit note') },
    });
    expect(desk.authority.decisions.get(paper.id)).toBe('Cancel');
    expect((await fetchAs(client, paper)).status).toBe(422);
    expect(await mails(paper)).toBe(0);
    const { shop } = desk.office;
    const note = await shop.clerk.post<typeof paper>(
      `${shop.run}/customers/${client.userId}/creditNotes`,
      {
        key: 'credit-1',
        reason: 'No number',
      },
    );
    expect(note.body.allocation).toBeNull();
    expect(await mails(note.body)).toBe(1);
    expect((await fetchAs(client, note.body)).status).toBe(200);
  });

  it('that finds a document invalid names the field and the remedy, and the number is requested again after the fix', async () => {
    desk.authority.unknownNumbers.add(buyerNumber);
    const { paper } = await issued();
    await look();
    expect(await read(paper)).toMatchObject({
      ...{
        state: 'invalid',
        code: '431',
        field: 'customer_vat_number',
        canDecide: true,
        canTryAgain: true,
        nextAt: null,
      },
      remedy: expect.stringMatching(/tax number on this document/),
    });
    expect((await postTo(`${path(paper)}/try`)).body).toMatchObject({ state: 'invalid' });
    desk.authority.unknownNumbers.clear();
    expect((await postTo(`${path(paper)}/try`)).body).toMatchObject({
      state: 'approved',
      code: '',
      field: '',
    });
    expect(await mails(paper)).toBe(1);
    expect(errorSummary(await postTo(`${path(paper)}/try`))).toEqual([409, 2937, undefined]);
  });

  it('that never received a document isn’t notified of a decision about it', async () => {
    desk.authority.unknownNumbers.add(buyerNumber);
    const { paper } = await issued();
    await look();
    expect((await postTo(`${path(paper)}/decision`, { decision: 'continue' })).body).toMatchObject({
      state: 'continued',
    });
    expect(desk.authority.timesAsked(/Decision/)).toBe(0);
    expect(await mails(paper)).toBe(1);
  });
});

it('has documents that other companies, other administrators, customers and the buyer can’t see or decide on', async () => {
  const { client, paper } = await issued();
  const otherBillingAdmin = await desk.app.signInAs('billingAdmin');
  const { companyId } = desk.office.shop;
  for (const subpath of ['', '/decision', '/try', '/rate']) {
    const send = (client: typeof otherBillingAdmin, where: string) =>
      subpath === ''
        ? client.get(where)
        : subpath === '/rate'
          ? client.put(where, rate)
          : client.post(where, subpath === '/decision' ? { decision: 'continue' } : undefined);
    expect((await send(otherBillingAdmin, `${path(paper)}${subpath}`)).status).toBe(404);
    expect((await send(client, `${path(paper)}${subpath}`)).status).toBe(403);
    const { body } = await desk.app.root.post<{ id: string }>('/companies', { ...other });
    expect((await send(desk.app.root, `${path(paper, body.id)}${subpath}`)).status).toBe(404);
  }
  expect((await otherBillingAdmin.get(`/companies/${companyId}/taxAuthority`)).status).toBe(404);
  await sql`update allocation set user_id = ${desk.office.shop.clerk.userId} where document_id = ${paper.id}`.execute(
    desk.db(),
  );
  expect((await desk.office.shop.clerk.get(path(paper))).status).toBe(404);
});
const rate = { rate: '3.7', rateOn: '2026-01-01' };
const other = {
  ...{
    legalName: 'Other Ltd',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: 'IL',
    taxNumber: '',
    currency: 'ILS',
  },
  ...{ documentSeries: 'O', numberFormat: '{series}-{number}' },
};
