import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from '../../invoices/server/testing/month.ts';

interface ErrorBody {
  code?: number[];
  errors?: { key?: string; info: string }[];
}
interface Line {
  id: number;
  item: string;
  subjectName: string;
  title: string;
  amount: string;
  isDiscount: boolean;
  credited: string;
}
interface Invoice {
  net: string;
  tax: string;
  lines: Line[];
  documents: { id: string; kind: string; net: string; tax: string; total: string }[];
}
interface ExplainAnswer {
  agrees: boolean;
  calculation: unknown;
  discount: {
    formula: string;
    groups: string[] | null;
    shares: { lineId: number; part: string }[];
  } | null;
}

let app: TestApp;
let company: InvoicedCompany;
let customer: TestClient;
let path: string;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  company = await createInvoicingCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterEach(async () => {
  await sql`delete from pace`.execute(db());
});
afterAll(() => app.close());

const errorSummary = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
const terms = (more: object = {}) => ({
  ...{
    title: 'Partner',
    kind: 'percent',
    value: '20',
    groups: null,
    fromMonth: company.period,
    toMonth: null,
    most: null,
  },
  ...more,
});
const add = (more: object = {}, client = company.clerk) =>
  client.post<ErrorBody & { id: string; state: string }>(`${path}/discounts`, terms(more));
const promoTerms = (more: object = {}) => ({
  ...{
    code: `CODE-${randomUUID().slice(0, 8).toUpperCase()}`,
    title: 'Welcome',
    kind: 'percent',
    value: '50',
    months: 2,
  },
  ...{ validFrom: '2020-01-01T00:00:00Z', validUntil: null, maxUses: null, ...more },
});
const newPromo = async (more: object = {}) => {
  const body = promoTerms(more);
  const answer = await company.clerk.post<ErrorBody & { id: string }>(
    `/companies/${company.companyId}/promos`,
    body,
  );
  expect(answer.status, answer.text).toBe(200);
  return { code: body.code, id: answer.body.id };
};
const redeem = (code: string, client = customer) =>
  client.post<ErrorBody & { id: string }>('/billing/discounts/codes', { code });
const invoice = async () =>
  (await company.clerk.get<Invoice>(`${company.run}/customers/${customer.userId}/invoice`)).body;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** Records last month's usage of a server with two lines, processors and memory. */
async function useServers(hours = 100): Promise<void> {
  await setBillingProfile(customer);
  await useServer(app, customer.userId, company.period, hours);
}
/** Moves the redemption to last month. */
const backdateRedemption = (id: string) =>
  sql`update promo_use set from_month = ${`${company.period}-01`}::date where id = ${id}`.execute(
    db(),
  );

describe('an invoice', () => {
  it('has a separate line for each discount, before tax, percentages before amounts, which can be shown in detail', async () => {
    await useServers();
    await add({ title: 'Five off', kind: 'fixed', value: '0.05', groups: ['cpu'] });
    await add({ title: 'Partner', value: '33.33' });
    await runMonth(company.clerk, company.run);
    const { lines, net, tax } = await invoice();
    const [cpu, ram, partner, five] = lines;
    expect(lines.map(({ subjectName, title }) => `${subjectName}: ${title}`)).toEqual([
      ...[`web: ${cpu?.title}`, `web: ${ram?.title}`],
      ...['Partner: Discount', 'Five off: Discount'],
    ]);
    const gross = cents(cpu?.amount ?? '') + cents(ram?.amount ?? '');
    expect(cents(partner?.amount ?? '')).toBe(-Math.round((gross * 33.33) / 100));
    expect(five?.amount).toBe('-0.05');
    expect(cents(net)).toBe(gross - Math.round((gross * 33.33) / 100) - 5);
    expect(cents(tax)).toBe(Math.round(cents(net) * 0.18));
    const explain = async (line: Line | undefined) =>
      (
        await company.clerk.get<ExplainAnswer>(
          `${company.run}/customers/${customer.userId}/invoice/${line?.id}`,
        )
      ).body;
    const explanation = await explain(partner);
    expect(explanation).toMatchObject({
      agrees: true,
      calculation: null,
      discount: { groups: null },
    });
    expect(explanation.discount?.formula).toBe(
      `${(gross / 100).toString()} × 33.33 / 100 = ${partner?.amount.slice(1)}`,
    );
    expect(explanation.discount?.shares.map(({ lineId }) => lineId)).toEqual([cpu?.id, ram?.id]);
    expect(explanation.discount?.shares.reduce((sum, { part }) => sum + cents(part), 0)).toBe(
      -cents(partner?.amount ?? ''),
    );
    expect(
      (await explain(five)).discount?.shares.map(({ lineId, part }) => [lineId, part]),
    ).toEqual([[cpu?.id, '0.05']]);
    expect(await explain(cpu)).toMatchObject({ agrees: true, discount: null });
    const document = (await invoice()).documents[0]?.id;
    const csv = (await customer.get(`/invoice/download?document=${document}&format=csv`)).text;
    expect(csv).toContain(`Partner,discount,Discount`);
  });

  it('is never negative, and no document is issued for a total of zero', async () => {
    await useServers();
    await add({ value: '100' });
    await add({ kind: 'fixed', value: '5' });
    await runMonth(company.clerk, company.run);
    const { net, lines } = await invoice();
    expect([net, lines.filter(({ isDiscount }) => isDiscount).length]).toEqual(['0', 1]);
    expect((await customer.get<{ items: unknown[] }>('/billing/documents')).body.items).toEqual([]);
  });

  it('respects the limit, the agreed months and the agreed groups of lines', async () => {
    await useServers();
    const before = (await add({ title: 'Ended', toMonth: company.period, most: '0.03' })).body;
    await add({ title: 'Planned', fromMonth: new Date().toISOString().slice(0, 7) });
    await add({ title: 'Other lines', groups: ['backup'] });
    expect(before.state).toBe('over');
    await runMonth(company.clerk, company.run, false);
    const discountLines = async () =>
      (await invoice()).lines
        .filter(({ isDiscount }) => isDiscount)
        .map(({ subjectName, amount }) => [subjectName, amount]);
    expect(await discountLines()).toEqual([['Ended', '-0.03']]);
    // Drafts are recalculated with the current terms.
    await company.clerk.put(
      `${path}/discounts/${before.id}`,
      terms({ title: 'Changed', kind: 'fixed', value: '0.04' }),
    );
    await runMonth(company.clerk, company.run, false);
    expect(await discountLines()).toEqual([['Changed', '-0.04']]);
    await company.clerk.delete(`${path}/discounts/${before.id}`);
    await runMonth(company.clerk, company.run);
    expect(await discountLines()).toEqual([]);
  });

  it('is credited minus its share of the discounts, to the minor unit', async () => {
    await useServers();
    await add({ value: '33.33' });
    await add({ title: 'Seven', kind: 'fixed', value: '0.07' });
    await runMonth(company.clerk, company.run);
    const fullInvoice = await invoice();
    const credit = (lines?: object[]) =>
      company.clerk.post<ErrorBody & Invoice['documents'][number]>(
        `${company.run}/customers/${customer.userId}/creditNotes`,
        {
          ...{ key: randomUUID(), reason: 'A test' },
          ...(lines ? { lines } : {}),
        },
      );
    const [cpu, , partner] = fullInvoice.lines;
    expect(errorSummary(await credit([{ lineId: partner?.id, amount: '0.01' }]))).toEqual([
      422,
      2918,
      'lines.0.lineId',
    ]);
    const partialCredit = await credit([{ lineId: cpu?.id, amount: '0.50' }]);
    // A third is discounted, plus a small share of the fixed amount.
    expect(cents(partialCredit.body.net)).toBeGreaterThanOrEqual(-33);
    expect(cents(partialCredit.body.net)).toBeLessThanOrEqual(-30);
    await credit([{ lineId: cpu?.id, amount: '0.01' }]);
    const rest = await credit();
    expect(rest.status).toBe(200);
    const notes = (await invoice()).documents.filter(({ kind }) => kind === 'creditNote');
    expect(notes.reduce((sum, { net }) => sum + cents(net), 0)).toBe(-cents(fullInvoice.net));
    expect(notes.reduce((sum, { tax }) => sum + cents(tax), 0)).toBe(-cents(fullInvoice.tax));
    expect(
      (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount,
    ).toBe('0');
    const ubl = (await customer.get(`/invoice/download?document=${notes[0]?.id}&format=ubl`)).text;
    expect(ubl).toContain('<cbc:CreditedQuantity unitCode="C62">-1</cbc:CreditedQuantity>');
  });

  it('never credits a negative amount when several discounts share a minor unit', async () => {
    await useServers();
    for (const value of ['50', '100']) await add({ value, groups: ['cpu'] });
    await runMonth(company.clerk, company.run);
    const fullInvoice = await invoice();
    const [cpu, ram] = fullInvoice.lines;
    expect(fullInvoice.net).toBe(ram?.amount);
    const credit = (lines: object[]) =>
      company.clerk.post<ErrorBody & Invoice['documents'][number]>(
        `${company.run}/customers/${customer.userId}/creditNotes`,
        {
          ...{ key: randomUUID(), reason: 'A test', lines },
        },
      );
    expect(errorSummary(await credit([{ lineId: cpu?.id, amount: '0.01' }]))).toEqual([
      422,
      2854,
      'lines',
    ]);
    const credits = await credit([
      { lineId: cpu?.id, amount: '0.01' },
      { lineId: ram?.id, amount: '0.01' },
    ]);
    expect(credits.body.net).toBe('-0.01');
    await credit([{ lineId: cpu?.id, amount: '1.79' }].concat({ lineId: ram?.id, amount: '1.39' }));
    const notes = (await invoice()).documents.filter(({ kind }) => kind === 'creditNote');
    expect(notes.reduce((sum, { net }) => sum + cents(net), 0)).toBe(-cents(fullInvoice.net));
  });
});

describe('a promo code', () => {
  it('is redeemed once in 50 parallel calls, and by no more customers than its limit', async () => {
    const { code } = await newPromo({ maxUses: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Concurrent attempts count toward the rate limit too.
    const reasons = new Set(
      answers.filter(({ status }) => status !== 200).map((answer) => String(errorSummary(answer))),
    );
    expect([...reasons].sort()).toEqual(['409,2913,code', '429,1008,']);
    const others = await Promise.all(Array.from({ length: 6 }, () => app.signInAs('user')));
    const more = await Promise.all(others.map((client) => redeem(code, client)));
    expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    const { rows } =
      await sql`select from promo_use u join promo p on p.id = u.promo_id where p.code = ${code}`.execute(
        db(),
      );
    expect(rows).toHaveLength(3);
  });

  it('applies a percentage to its months until it is withdrawn', async () => {
    await useServers();
    const { code } = await newPromo();
    const { body } = await redeem(` ${code.toLowerCase()} `);
    await backdateRedemption(body.id);
    await runMonth(company.clerk, company.run, false);
    const draft = await invoice();
    expect(cents(draft.net)).toBe(
      -cents(draft.lines.find(({ isDiscount }) => isDiscount)?.amount ?? '0'),
    );
    expect((await company.clerk.delete(`${path}/promos/${body.id}`)).status).toBe(200);
    await runMonth(company.clerk, company.run, false);
    expect((await invoice()).lines.filter(({ isDiscount }) => isDiscount)).toEqual([]);
    expect(errorSummary(await redeem(code))).toEqual([409, 2913, 'code']);
    const own = (
      await customer.get<{ promos: { code: string; state: string }[] }>('/billing/discounts')
    ).body;
    expect(own.promos).toMatchObject([{ code, state: 'withdrawn' }]);
  });

  it('with an amount is used up over the months, regardless of the order and number of calculations', async () => {
    await useServers(1000);
    const { code } = await newPromo({ kind: 'credit', value: '12', months: 3 });
    const createdPromo = await company.clerk.post<{ id: string }>(`${path}/promos`, { code });
    await backdateRedemption(createdPromo.body.id);
    const spent = async () =>
      (
        await customer.get<{ promos: { spent: string; state: string }[] }>('/billing/discounts')
      ).body.promos.map((promo) => promo.spent);
    // Another month used 11.90 of the credit.
    await sql`insert into promo_spent (use_id, month, amount) values (${createdPromo.body.id}, ${`${company.period}-01`}::date - interval '1 month', 11.9)`.execute(
      db(),
    );
    for (let round = 0; round < 2; round++) {
      await runMonth(company.clerk, company.run, false);
      expect(
        (await invoice()).lines.filter(({ isDiscount }) => isDiscount).map(({ amount }) => amount),
      ).toEqual(['-0.1']);
      expect(await spent()).toEqual(['12']);
    }
    await runMonth(company.clerk, company.run);
    expect(await spent()).toEqual(['12']);
  });

  it('can’t be guessed, because after several attempts the account, and many accounts with one IP address, can’t redeem even a valid one', async () => {
    const { code } = await newPromo();
    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => redeem(`GUESS${index}`)),
    );
    expect(attempts.filter(({ body }) => body.code?.[0] === 2911)).toHaveLength(10);
    const late = await redeem(code);
    expect([late.status, late.body.code, late.body.errors?.[0]?.info]).toEqual([
      429,
      [1008],
      expect.stringMatching(/^Too many requests. Try again in \d+ seconds/),
    ]);
    expect(late.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await company.clerk.post(`${path}/promos`, { code })).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 11 }, () => app.signInAs('user')));
    for (const other of others)
      await Promise.all(Array.from({ length: 8 }, () => redeem('NOSUCHCODE', other)));
    expect(errorSummary(await redeem((await newPromo()).code, await app.signInAs('user')))).toEqual(
      [429, 1008, undefined],
    );
    await sql`update pace set begun_at = begun_at - interval '1 hour'`.execute(db());
    expect((await redeem((await newPromo()).code)).status).toBe(200);
  });

  it('that is unknown, expired, not yet valid, closed or from another company is rejected', async () => {
    const { code, id } = await newPromo();
    expect(errorSummary(await redeem('NOSUCHCODE'))).toEqual([422, 2911, 'code']);
    const expiredPromo = await newPromo({ validUntil: '2020-02-01T00:00:00Z' });
    const futurePromo = await newPromo({ validFrom: '2100-01-01T00:00:00Z' });
    for (const closed of [expiredPromo, futurePromo])
      expect(errorSummary(await redeem(closed.code))).toEqual([422, 2912, 'code']);
    const subAccount = await app.signInAs('user', { parentId: customer.userId });
    expect(errorSummary(await redeem(code, subAccount))).toEqual([422, 2915, 'code']);
    expect(
      (await company.clerk.delete(`/companies/${company.companyId}/promos/${id}`)).status,
    ).toBe(200);
    expect(errorSummary(await redeem(code))).toEqual([422, 2912, 'code']);
    const duplicate = await company.clerk.post<ErrorBody>(
      `/companies/${company.companyId}/promos`,
      promoTerms({ code }),
    );
    expect(errorSummary(duplicate)).toEqual([409, 2916, 'code']);
    const other = await app.root.post<{ id: string }>('/companies', {
      ...{
        legalName: 'Other Ltd',
        street: '',
        city: '',
        region: '',
        postalCode: '',
        country: 'IL',
        taxNumber: '',
        currency: 'USD',
      },
      ...{ documentSeries: 'OTH', numberFormat: '{number}' },
    });
    const otherCompanyPromo = await app.root.post<ErrorBody>(
      `/companies/${other.body.id}/promos`,
      promoTerms({ code: 'FOREIGN-CODE' }),
    );
    expect(otherCompanyPromo.status, otherCompanyPromo.text).toBe(200);
    expect(errorSummary(await redeem('FOREIGN-CODE'))).toEqual([422, 2911, 'code']);
  });
});

describe('the bill of the current month', () => {
  it('is shown after discounts to the paying account, and before discounts to a sub-account', async () => {
    const now = new Date();
    const subAccount = await app.signInAs('user', { parentId: customer.userId });
    const month = now.toISOString().slice(0, 7);
    await useServer(app, subAccount.userId, company.period, 24 * 70);
    await add({ fromMonth: month });
    interface MonthToDate {
      totals: { amount: string; projected: string }[];
      discounts: { title: string; amount: string; projected: string }[];
    }
    const [own, childAnswer] = await Promise.all(
      [customer, subAccount].map(
        async (client) => (await client.get<MonthToDate>('/billing/monthToDate')).body,
      ),
    );
    const gross = cents(childAnswer?.totals[0]?.projected ?? '0');
    expect(gross).toBeGreaterThan(0);
    expect(childAnswer?.discounts).toEqual([]);
    expect(own?.discounts).toMatchObject([{ title: 'Partner' }]);
    expect(cents(own?.discounts[0]?.projected ?? '')).toBe(Math.round(gross * 0.2));
    expect(cents(own?.totals[0]?.projected ?? '')).toBe(gross - Math.round(gross * 0.2));
    const usage = (
      await customer.get<{ totals: { discount: string; billed: string }[] }>(
        `/usage?period=${month}`,
      )
    ).body.totals[0];
    expect(usage).toEqual(
      expect.objectContaining({
        discount: own?.discounts[0]?.amount.replace(/\.?0+$/, ''),
        billed: own?.totals[0]?.amount,
      }),
    );
    expect(
      (await subAccount.get<{ totals: { discount: string }[] }>(`/usage?period=${month}`)).body
        .totals[0]?.discount,
    ).toBe('0');
  });
});

describe('invalid terms', () => {
  it.each([
    [{ value: '0' }, 400, 1000, 'value'],
    [{ value: '100.01' }, 400, 1000, 'value'],
    [{ value: '33.333' }, 400, 1000, 'value'],
    [{ kind: 'fixed', value: '0.001' }, 422, 2810, 'value'],
    [{ most: '0.001' }, 422, 2810, 'most'],
    [{ groups: [] }, 400, 1000, 'groups'],
    [{ groups: ['cpu', 'cpu'] }, 400, 1000, 'groups'],
    [{ toMonth: '2020-01' }, 400, 1000, 'toMonth'],
    [{ fromMonth: '2030-13' }, 400, 1000, 'fromMonth'],
  ])('%j are rejected', async (more, ...expected) => {
    expect(errorSummary(await add(more))).toEqual(expected);
  });

  it('are rejected for a customer whose usage another account pays for', async () => {
    const subAccount = await app.signInAs('user', { parentId: customer.userId });
    const answer = await company.clerk.post<ErrorBody>(
      `/billingManage/${company.companyId}/${subAccount.userId}/discounts`,
      terms(),
    );
    expect(errorSummary(answer)).toEqual([422, 2915, undefined]);
  });

  it('are rejected above the maximum per customer', async () => {
    await sql`
      insert into discount (company_id, user_id, title, kind, value, currency, from_month, created_at)
      select ${company.companyId}, ${customer.userId}, 'Many', 'percent', 1, 'USD', '2020-01-01', now() from generate_series(1, 20)`.execute(
      db(),
    );
    expect(errorSummary(await add())).toEqual([409, 2910, undefined]);
  });
});

describe('access to discounts', () => {
  it('is denied to others, for both a customer’s discounts and a company’s codes', async () => {
    const { id } = (await add()).body;
    const { code, id: promoId } = await newPromo();
    const use = (await redeem(code)).body.id;
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    const promosPath = `/companies/${company.companyId}/promos`;
    for (const found of [`${path}/discounts`, `${path}/promos`, promosPath]) {
      expect((await otherBillingAdmin.get(found)).status).toBe(404);
      expect((await customer.get(found)).status).toBe(403);
    }
    expect((await add({}, otherBillingAdmin)).status).toBe(404);
    expect((await otherBillingAdmin.put(`${path}/discounts/${id}`, terms())).status).toBe(404);
    for (const removedPath of [
      `${path}/discounts/${id}`,
      `${path}/promos/${use}`,
      `${promosPath}/${promoId}`,
    ])
      expect((await otherBillingAdmin.delete(removedPath)).status).toBe(404);
    // Discounts and codes aren't found through another customer of the same company either.
    const other = await app.signInAs('user');
    const otherPath = `/billingManage/${company.companyId}/${other.userId}`;
    expect((await company.clerk.put(`${otherPath}/discounts/${id}`, terms())).status).toBe(404);
    for (const removedPath of [`${otherPath}/discounts/${id}`, `${otherPath}/promos/${use}`])
      expect((await company.clerk.delete(removedPath)).status).toBe(404);
    const own = (await other.get<{ discounts: unknown[]; promos: unknown[] }>('/billing/discounts'))
      .body;
    expect(own).toMatchObject({ discounts: [], promos: [] });
  });
});
