import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { clock, shiftClock } from '../../../../../server/platform/clock.ts';
import { runMonth } from '../../../invoices/server/testing/month.ts';
import { warnOfSignIn } from '../jobs.ts';
import {
  type Allocation,
  errorSummary,
  useAllocationHarness,
} from '../testing/allocationHarness.ts';
import {
  addPriceListInCurrency,
  connectTaxAuthority,
  issueInvoiceTo,
  latestDocument,
  makeBuyer,
  openTaxAuthorityHarness,
  terms,
} from '../testing/taxAuthorityHarness.ts';
import { tokenKeeper } from './tokens.ts';

const desk = useAllocationHarness();
const { look, path, read, issued, mails, told } = desk;

interface Authority {
  isOffered: boolean;
  connection: { signedInUntil: string; isWarning: boolean; problem: string } | null;
  held: number;
}
const address = () => `/companies/${desk.office.shop.companyId}/taxAuthority`;
const authorityOf = async () => (await desk.app.root.get<Authority>(address())).body;
const save = (more: object = {}) =>
  desk.app.root.put(address(), { ...terms, baseAddress: desk.authority.origin, ...more });
const faults = async () => {
  const { body } = await desk.office.shop.clerk.get<{
    faults: { code: string; isBlocking: boolean; link: string }[];
  }>(desk.office.shop.run);
  return body.faults.filter(({ code }) => code === 'noAllocation');
};

describe('a connection', () => {
  it('never returns its secrets, stores them encrypted and sends them to no other address', async () => {
    await issued();
    await look();
    const { text } = await desk.app.root.get(address());
    expect(text).not.toMatch(/fake-client-secret|oken":/);
    const { rows } = await sql<Record<'s' | 'r' | 'a', Buffer>>`
      select client_secret as s, refresh_token as r, access_token as a from tax_authority_connection`.execute(
      desk.db(),
    );
    for (const row of rows)
      for (const sealed of Object.values(row))
        expect(sealed.toString('latin1')).not.toMatch(/fake|^[0-9a-f]{32}$/);
    expect((await save()).status).toBe(200);
    expect(errorSummary(await save({ baseAddress: 'https://other.example' }))).toEqual([
      422,
      2932,
      'clientSecret',
    ]);
    expect(
      errorSummary(await save({ environment: 'production', clientSecret: 'another-secret' })),
    ).toEqual([422, 2932, 'refreshToken']);
    expect(errorSummary(await save({ baseAddress: 'ftp://other.example' }))).toEqual([
      422,
      2933,
      'baseAddress',
    ]);
    expect(errorSummary(await save({ baseAddress: 'https://user:pass@other.example' }))).toEqual([
      422,
      2933,
      'baseAddress',
    ]);
    expect(errorSummary(await save({ softwareNumber: 'x' }))).toEqual([
      400,
      1000,
      'softwareNumber',
    ]);
  });

  it('is available for companies in Israel, created by root only, and can be removed when no document is waiting', async () => {
    const { shop } = desk.office;
    expect((await shop.clerk.put(address(), terms)).status).toBe(403);
    const { body } = await desk.app.root.post<{ id: string }>('/companies', { ...foreignBuyer });
    const input = {
      ...terms,
      baseAddress: '',
      clientSecret: 'a-long-secret',
      refreshToken: 'a-long-token',
    };
    expect(
      errorSummary(await desk.app.root.put(`/companies/${body.id}/taxAuthority`, input)),
    ).toEqual([422, 2931, undefined]);
    expect(
      (await desk.app.root.get<Authority>(`/companies/${body.id}/taxAuthority`)).body,
    ).toMatchObject({
      isOffered: false,
      connection: null,
    });
    await issued();
    expect(await authorityOf()).toMatchObject({ isOffered: true, held: 1 });
    expect(errorSummary(await desk.app.root.delete(address()))).toEqual([409, 2936, undefined]);
    await look();
    expect((await desk.app.root.delete(address())).status).toBe(200);
    expect((await authorityOf()).connection).toBeNull();
  });

  it('can be tested, and shows the authority’s message', async () => {
    const testConnection = () => desk.app.root.post(`${address()}/try`);
    expect((await testConnection()).status).toBe(200);
    await save({ clientSecret: 'wrong-secret' });
    desk.authority.forgetAccess();
    const answer = await testConnection();
    expect(errorSummary(answer)).toEqual([422, 2935, undefined]);
    expect(answer.text).toContain('invalid_client');
    expect(answer.text).not.toContain('wrong-secret');
    await save({ clientSecret: desk.authority.clientSecret });
    desk.authority.rude(/Minimum/, 'failsBefore');
    expect(errorSummary(await testConnection())).toEqual([503, 2934, undefined]);
  });

  it('that is rejected puts documents on hold and is reported once, and a new sign-in releases them', async () => {
    const { shop } = desk.office;
    const { client, paper } = await issued();
    desk.authority.signIn();
    desk.authority.forgetAccess();
    await look();
    await look();
    expect(await read(paper)).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('invalid_grant'),
    });
    expect(await told('allocations.signInExpired')).toBe(1);
    expect((await authorityOf()).connection).toMatchObject({
      isWarning: true,
      problem: expect.stringContaining('invalid_grant'),
    });
    const readNotices = async () =>
      (await shop.clerk.get<{ news: { id: string; severity: string }[] }>('/dashboard')).body.news;
    expect(await readNotices()).toContainEqual(
      expect.objectContaining({ id: `allocation.signIn.${shop.companyId}`, severity: 'problem' }),
    );
    await connectTaxAuthority(desk.app, desk.office);
    await look();
    expect((await latestDocument(client))?.allocation?.state).toBe('approved');
    expect((await authorityOf()).connection).toMatchObject({ isWarning: false, problem: '' });
    expect((await readNotices()).map(({ id }) => id)).not.toContain(
      `allocation.signIn.${shop.companyId}`,
    );
  });

  it('notifies fourteen days and three days before the sign-in expires, and when it has expired, once each', async () => {
    const start = clock.now().getTime();
    const counts: [number, number][] = [];
    for (const day of [1, 75, 77, 80, 88, 89, 91, 95]) {
      shiftClock(start + day * 86_400_000 - Date.now());
      await warnOfSignIn(await desk.system());
      await warnOfSignIn(await desk.system());
      counts.push([await told('allocations.signIn'), await told('allocations.signInExpired')]);
    }
    expect(counts.map(([ahead]) => ahead)).toEqual([0, 0, 1, 1, 2, 2, 2, 2]);
    expect(counts.map(([, ended]) => ended)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
  });

  it('that is missing is reported by the company check and puts nothing on hold', async () => {
    expect(await faults()).toEqual([]);
    await desk.app.root.delete(address());
    expect(await faults()).toMatchObject([
      { isBlocking: false, link: `/companies/${desk.office.shop.companyId}/payments` },
    ]);
    const { paper } = await issued();
    expect(paper.allocation).toBeNull();
    expect(await mails(paper)).toBe(1);
    expect(desk.authority.asked).toEqual([]);
  });
});

it('renews its tokens once for parallel requests', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => desk.buyer()));
  await runMonth(desk.office.shop.clerk, desk.office.shop.run);
  const found = await Promise.all(buyers.map(latestDocument));
  await Promise.all(
    found.map((document) => document && desk.office.shop.clerk.post(`${path(document)}/try`)),
  );
  expect(desk.authority.timesAsked(/token$/)).toBe(1);
  for (const document of found) expect(document && (await read(document)).state).toBe('approved');
});

describe('during a token renewal', () => {
  const newTokenKeeper = async () => tokenKeeper(await desk.system(), desk.office.shop.companyId);
  const connection = sql`update tax_authority_connection set user_name = user_name where company_id = `;
  afterEach(() => {
    desk.authority.meanwhile = async () => undefined;
  });

  it('no transaction is open, the connection can be changed, and a new sign-in in the meantime isn’t overwritten', async () => {
    const { paper } = await issued();
    desk.authority.meanwhile = async (path) => {
      if (!path.endsWith('token')) return;
      desk.authority.meanwhile = async () => undefined;
      await desk
        .db()
        .transaction()
        .execute(async (db) => {
          await sql`set local lock_timeout = '1s'`.execute(db);
          await sql`${connection}${desk.office.shop.companyId}`.execute(db);
        });
      const { rows } =
        await sql`select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`.execute(
          desk.app.administration.db,
        );
      expect(rows).toEqual([]);
      await connectTaxAuthority(desk.app, desk.office);
    };
    await look();
    // The first run renewed the old sign-in, which was replaced meanwhile. This run uses the new
    // one.
    await look();
    expect((await read(paper)).state).toBe('approved');
    expect(new Set(desk.authority.refreshesUsed).size).toBe(desk.authority.refreshesUsed.length);
  });

  it('many requests in many workers use a refresh token once, and again only after a reported failure', async () => {
    const tokenStores = await Promise.all(Array.from({ length: 8 }, newTokenKeeper));
    const usedTokens: string[] = [];
    const renew = async (refresh: string) => {
      usedTokens.push(refresh);
      return {
        access: `access-${usedTokens.length}`,
        accessUntil: new Date(Date.now() + 600_000),
        refresh: `refresh-${usedTokens.length}`,
        refreshUntil: null,
      };
    };
    const renewed = await Promise.all(tokenStores.map((tokenStore) => tokenStore.renew('', renew)));
    expect(new Set(renewed.map(({ access }) => access))).toEqual(new Set(['access-1']));
    expect(usedTokens).toHaveLength(1);
    const failing = () => Promise.reject(new Error('away'));
    await expect(tokenStores[0]?.renew('access-1', failing)).rejects.toThrow('away');
    expect((await tokenStores[1]?.renew('access-1', renew))?.access).toBe('access-2');
    expect(usedTokens[1]).toBe('refresh-1');
  });

  it('an interrupted renewal keeps the refresh token reserved, and can still complete when the response arrives', async () => {
    const [first, second] = [await newTokenKeeper(), await newTokenKeeper()];
    let answer: () => void = () => undefined;
    const answerGiven = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const renewStarted = Promise.withResolvers<void>();
    const slow = first.renew('', async () => {
      renewStarted.resolve();
      await answerGiven;
      return {
        access: 'late',
        accessUntil: new Date(Date.now() + 600_000),
        refresh: 'next',
        refreshUntil: null,
      };
    });
    await renewStarted.promise;
    shiftClock(3 * 60_000);
    const failingRenewal = () => Promise.reject(new Error('It was used twice.'));
    await expect(second.renew('', failingRenewal)).rejects.toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('Sign in there again'),
    });
    answer();
    await slow;
    expect((await second.renew('', failingRenewal)).access).toBe('late');
  });

  it('an interrupted renewal immediately sends a request to sign in again, which fixes the connection', async () => {
    const { paper } = await issued();
    await sql`update tax_authority_connection set renewal = gen_random_uuid(), renewal_until = now() where company_id = ${desk.office.shop.companyId}`.execute(
      desk.db(),
    );
    await look();
    await look();
    expect(desk.authority.refreshesUsed).toEqual([]);
    expect(await read(paper)).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('Sign in there again'),
    });
    expect(await told('allocations.signInExpired')).toBe(1);
    await connectTaxAuthority(desk.app, desk.office);
    await look();
    expect((await read(paper)).state).toBe('approved');
  });
});

describe('a document in another currency', () => {
  const openDollarOffice = async () => {
    await addPriceListInCurrency(desk.app, 'USD', '2021-01-01');
    desk.office = await openTaxAuthorityHarness(desk.app, desk.authority, { currency: 'USD' });
    await connectTaxAuthority(desk.app, desk.office);
    const client = await makeBuyer(desk.app, desk.office);
    return { client, paper: await issueInvoiceTo(client, desk.office) };
  };

  it('waits for an exchange rate of its date, and is reported in ILS to the minor unit', async () => {
    const { paper } = await openDollarOffice();
    const { clerk } = desk.office.shop;
    expect(paper.allocation?.state).toBe('needsRate');
    await look();
    expect(desk.authority.asked).toEqual([]);
    expect(await read(paper)).toMatchObject({
      canGiveRate: true,
      canTryAgain: false,
      canDecide: false,
      rate: null,
    });
    const { issuedOn } = (await clerk.get<{ issuedOn: string }>(path(paper))).body;
    const setRate = (more: object) =>
      clerk.put<Allocation>(`${path(paper)}/rate`, { rate: '3.7051', rateOn: issuedOn, ...more });
    expect(errorSummary(await setRate({ rateOn: '2020-01-01' }))).toEqual([422, 2938, 'rateOn']);
    expect(errorSummary(await setRate({ rateOn: '2999-01-01' }))).toEqual([422, 2938, 'rateOn']);
    expect(errorSummary(await setRate({ rate: '0' }))).toEqual([400, 1000, 'rate']);
    expect((await setRate({})).body).toMatchObject({ state: 'approved', rate: '3.7051' });
    expect(errorSummary(await setRate({}))).toEqual([409, 2937, undefined]);
    const body = desk.authority.approvals.get(paper.id)?.body as Record<string, number>;
    const { rows } = await sql<{ net: number; total: number }>`
      select round(net * 3.7051, 2)::float8 as net, (round(net * 3.7051, 2) + round(tax * 3.7051, 2))::float8 as total from invoice_document where id = ${paper.id}`.execute(
      desk.db(),
    );
    expect([body.payment_amount, body.payment_amount_including_vat]).toEqual([
      rows[0]?.net,
      rows[0]?.total,
    ]);
    expect(await mails(paper)).toBe(1);
  });
});
const foreignBuyer = {
  ...{
    legalName: 'Foreign GmbH',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: 'DE',
    taxNumber: '',
    currency: 'EUR',
  },
  ...{ documentSeries: 'F', numberFormat: '{series}-{number}' },
};
