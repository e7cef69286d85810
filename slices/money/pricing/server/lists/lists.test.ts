import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clock, shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { defaultPrices } from '../defaultPrices.ts';
import { setSpans } from '../rating/spans.ts';

interface Version {
  id: string;
  siteId: string;
  name: string;
  version: number;
  currency: string;
  state: string;
  validFrom: string;
  accountCount: number;
  createdBy: string | null;
  actions: { withdraw: string | null };
}
interface Item {
  code: string;
  title: string;
  hourly: string | null;
  monthly: string | null;
  poweredOff: string;
}
type Detail = Version & { isManaged: boolean; items: Item[] };

let app: TestApp;
let user: TestClient;
/** The reseller's site, its administrator, and a customer of it. */
let siteId: string;
let admin: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.signInAs('user');
  siteId = await app.makeSite('Reseller');
  admin = await adminOf(siteId);
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

/**
 * Creates a site administrator. They sign in before being moved to the site, because the test email
 * address belongs to the root site.
 */
async function adminOf(site: string): Promise<TestClient> {
  const client = await app.signInAs('siteAdmin');
  await app.portal.services.database.db
    .updateTable('user_account')
    .set({ site_id: site })
    .where('id', '=', client.userId)
    .execute();
  return client;
}

const item = (
  code: string,
  hourly: string | null,
  monthly: string | null,
  poweredOff = 'charge',
) => ({
  code,
  hourly,
  monthly,
  poweredOff,
});
const basics = [
  item('cpu.B', '0.01', '6', 'free'),
  item('ram.gb', '0.004', '2.4', 'free'),
  item('ip.wan', '0.002', null),
];
const make = (client: TestClient, body: object) =>
  client.post<Version>('/pricelists', { currency: 'USD', items: basics, ...body });
const read = async (client: TestClient, id: string) =>
  (await client.get<Detail>(`/pricelists/${id}`)).body;
const minute = 60_000;
const minutesFromNow = (minutes: number) =>
  new Date(clock.now().getTime() + minutes * minute).toISOString();
const keyOf = (answer: { body: { errors?: { key?: string }[] } }) => answer.body.errors?.[0]?.key;
const codeOf = (answer: { body: { code?: number[] } }) => answer.body.code?.[0];

describe('a new version', () => {
  it('is active at once, and the previous one expires but stays readable', async () => {
    const first = await make(app.root, { siteId });
    expect(first).toMatchObject({ status: 200, body: { version: 1 } });
    const second = await make(app.root, { siteId, items: [item('cpu.B', '0.02', null)] });
    expect(second.body.version).toBe(2);
    expect(await read(app.root, first.body.id)).toMatchObject({
      state: 'past',
      items: [{ code: 'cpu.B', hourly: '0.01' }, {}, {}],
    });
    expect(await read(app.root, second.body.id)).toMatchObject({
      ...{ state: 'inForce', createdBy: 'root@example.test' },
      items: [
        {
          code: 'cpu.B',
          title: 'CPU type B, general purpose',
          hourly: '0.02',
          monthly: null,
          poweredOff: 'charge',
        },
      ],
    });
  });

  it('with a future start is planned until then, and a withdrawn one never becomes active', async () => {
    const remaining = (await make(app.root, { siteId, validFrom: minutesFromNow(20) })).body;
    const toWithdraw = (await make(app.root, { siteId, validFrom: minutesFromNow(10) })).body;
    expect((await read(app.root, remaining.id)).state).toBe('planned');
    expect((await app.root.post(`/pricelists/${toWithdraw.id}/withdraw`)).body).toEqual({
      done: true,
    });
    expect(codeOf(await app.root.post(`/pricelists/${toWithdraw.id}/withdraw`))).toBe(1603);
    shiftClock(15 * minute);
    expect((await read(app.root, toWithdraw.id)).state).toBe('withdrawn');
    expect((await read(app.root, remaining.id)).state).toBe('planned');
    shiftClock(30 * minute);
    expect((await read(app.root, remaining.id)).state).toBe('inForce');
    const late = await app.root.post(`/pricelists/${remaining.id}/withdraw`);
    expect(codeOf(late)).toBe(1602);
    expect(late.body.errors?.[0]?.info).toMatch(
      /has been in effect since [A-Z]\w+ \d{1,2}, 20\d\d, \d{1,2}:\d\d\s[AP]M UTC\. /,
    );
    shiftClock(0);
    await app.root.post(`/pricelists/${remaining.id}/withdraw`);
  });

  it.each<[string, object, string, number]>([
    ['a past date', { validFrom: '2020-01-01T00:00:00Z' }, 'validFrom', 1601],
    [
      'an item without an offer',
      { items: [...basics, item('cpu.Q', '1', null)] },
      'items.3.code',
      1604,
    ],
    ['a code in the wrong form', { items: [item('cpu', '1', null)] }, 'items.0.code', 1000],
    ['an item twice', { items: [basics[0], basics[0]] }, 'items.1.code', 1000],
    ['a price below zero', { items: [item('cpu.B', '-1', null)] }, 'items.0.hourly', 1000],
    [
      'a price that isn’t a decimal',
      { items: [item('cpu.B', null, '1e3')] },
      'items.0.monthly',
      1000,
    ],
    ['nine decimals', { items: [item('cpu.B', '0.123456789', null)] }, 'items.0.hourly', 1000],
    [
      'a tier that does not rise',
      {
        items: [
          { ...item('cpu.B', '1', null), tiers: [{ from: '0', hourly: '1', monthly: null }] },
        ],
      },
      'items.0.tiers.0.from',
      1000,
    ],
    [
      'a tier without a price',
      {
        items: [
          { ...item('cpu.B', '1', null), tiers: [{ from: '5', hourly: null, monthly: null }] },
        ],
      },
      'items.0.tiers.0.hourly',
      1000,
    ],
    [
      'an included amount below zero',
      { items: [{ ...item('cpu.B', '1', null), included: '-1' }] },
      'items.0.included',
      1000,
    ],
    ['an item without a price', { items: [item('cpu.B', null, null)] }, 'items.0.hourly', 1000],
    ['no item', { items: [] }, 'items', 1000],
    ['an invalid currency', { currency: 'XYZ' }, 'currency', 1000],
  ])('rejects %s and names the field', async (_case, body, key, expected) => {
    for (const path of ['/pricelists', '/pricelists/preview']) {
      const answer = await app.root.post(path, { currency: 'USD', items: basics, ...body });
      expect([codeOf(answer), keyOf(answer)]).toEqual([expected, key]);
    }
  });

  it('created by many callers at once gets numbers without gaps', async () => {
    const site = await app.makeSite('Many');
    const created = await Promise.all(
      Array.from({ length: 8 }, () => make(app.root, { siteId: site })),
    );
    expect(created.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('can have any supported currency, and the activity log shows the previous values', async () => {
    const { id } = (await make(app.root, { siteId, currency: 'JPY' })).body;
    const { rows } = await sql<{
      before: { currency: string };
      after: { currency: string; items: Record<string, unknown> };
    }>`
      select before, after from audit_entry where target_id = ${id}`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]).toMatchObject({
      before: { currency: 'USD' },
      after: { currency: 'JPY', items: { 'cpu.B': ['0.01', '6', 'free'] } },
    });
  });

  it('can’t be changed or deleted in the database', async () => {
    const { db } = app.portal.services.database;
    await expect(sql`delete from price_list_withdrawal`.execute(db)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`update price_list_grant set list_name = 'x'`.execute(db)).rejects.toThrow(
      'permission denied',
    );
  });
});

interface Preview {
  basis: { version: number; siteName: string } | null;
  differences: {
    code: string;
    kind: string;
    hourlyPercent: string | null;
    monthlyPercent: string | null;
    inUse: number;
  }[];
  unchanged: number;
}

it('previews price increases, decreases, new and removed items, and what still uses the removed items', async () => {
  const site = await app.makeSite('Previewed');
  await make(app.root, { siteId: site });
  const subject = {
    type: 'server' as const,
    id: randomUUID(),
    name: 'web',
    ownerId: user.userId,
    siteId: site,
  };
  await app.portal.services.database.db
    .transaction()
    .execute((db) =>
      setSpans({ db, clock }, subject, [
        { item: 'ip.wan', quantity: '1', mode: 'hourly', powerState: 'on' },
      ]),
    );
  const items = [
    item('cpu.B', '0.0125', '5', 'free'),
    item('ram.gb', '0.004', '2.40', 'free'),
    item('disk.gb', '0.0001', null),
  ];
  const { body } = await app.root.post<Preview>('/pricelists/preview', {
    siteId: site,
    currency: 'USD',
    items,
  });
  expect(body).toMatchObject({ basis: { version: 1, siteName: 'Previewed' }, unchanged: 1 });
  expect(
    body.differences.map(({ code, kind, hourlyPercent, monthlyPercent, inUse }) => [
      code,
      kind,
      hourlyPercent,
      monthlyPercent,
      inUse,
    ]),
  ).toEqual([
    ['ip.wan', 'removed', null, null, 1],
    ['disk.gb', 'added', null, null, 0],
    ['cpu.B', 'changed', '25', '-16.67', 0],
  ]);
  expect(
    (await app.root.get<{ items: Version[] }>(`/pricelists?filter=Previewed`)).body.items,
  ).toHaveLength(1);
  const other = await app.root.post<Preview>('/pricelists/preview', {
    siteId: site,
    currency: 'EUR',
    items: basics,
  });
  expect(other.body.differences.map(({ kind, hourlyPercent }) => [kind, hourlyPercent])).toEqual([
    ['changed', null],
    ['changed', null],
    ['changed', null],
  ]);
});

describe('price lists', () => {
  it('are shown by state, and each site shows the site whose prices apply', async () => {
    const site = await app.makeSite('Without');
    const rows = (await app.root.get<{ items: Version[] }>('/pricelists?state=inForce&size=0')).body
      .items;
    expect(rows.every(({ state }) => state === 'inForce')).toBe(true);
    expect(new Set(rows.map((row) => row.siteId + row.name)).size).toBe(rows.length);
    interface Sites {
      items: { id: string; isOwn: boolean; source: { siteId: string; version: number } | null }[];
    }
    const sites = (await app.root.get<Sites>('/pricelists/sites?size=0')).body.items;
    expect(sites.find(({ id }) => id === site)).toMatchObject({
      isOwn: false,
      source: { siteId: app.siteId, version: 1 },
    });
    expect(sites.find(({ id }) => id === siteId)).toMatchObject({
      isOwn: true,
      source: { siteId },
    });
  });

  it('of a reseller include those of sub-resellers, and of the lists above only the one its site buys from', async () => {
    const site = await app.makeSite('Reader');
    const siteAdmin = await adminOf(site);
    const currentLists = (
      await app.root.get<{ items: Version[] }>('/pricelists?state=inForce&size=0')
    ).body.items;
    const parentList = currentLists.find(
      (row) => row.siteId === app.siteId && row.name === '',
    ) as Version;
    const siblingList = currentLists.find(
      (row) => row.siteId === siteId && row.name === '',
    ) as Version;
    expect((await siteAdmin.get<{ total: number }>('/pricelists')).body.total).toBe(0);
    expect(await read(siteAdmin, parentList.id)).toMatchObject({
      isManaged: false,
      createdBy: null,
    });
    expect((await siteAdmin.post(`/pricelists/${parentList.id}/withdraw`)).status).toBe(404);
    const unknownId = randomUUID();
    for (const [method, path, sent] of [
      ['GET', ''],
      ['GET', '/items.csv'],
      ['POST', '/withdraw'],
      ['GET', '/accounts'],
      ['POST', '/accounts', { email: user.email }],
    ] as const) {
      const missing = await siteAdmin.call(method, `/pricelists/${unknownId}${path}`, sent);
      const notVisible = await siteAdmin.call(method, `/pricelists/${siblingList.id}${path}`, sent);
      expect(missing.status).toBe(404);
      expect([notVisible.status, notVisible.text.replaceAll(siblingList.id, unknownId)]).toEqual([
        404,
        missing.text,
      ]);
    }
    expect((await make(siteAdmin, { siteId })).status).toBe(404);
    expect((await make(siteAdmin, {})).body.version).toBe(1);
    expect((await user.get('/pricelists')).status).toBe(403);
    expect((await make(user, {})).status).toBe(403);
  });
});

it('sell software only at a one-time price without time-based fields, and no other items at a one-time price', async () => {
  const purchaseItem = { ...item('image.office', null, '99.90'), isPurchase: true };
  const created = await make(admin, { items: [...basics, purchaseItem] });
  expect((await read(admin, created.body.id)).items.at(-1)).toMatchObject({
    code: 'image.office',
    monthly: '99.9',
    isPurchase: true,
  });
  const csv = (await admin.get(`/pricelists/${created.body.id}/items.csv`)).text;
  expect(
    (await admin.post<{ items: object[] }>('/pricelists/read', { csv })).body.items.at(-1),
  ).toMatchObject({ isPurchase: true });
  for (const invalid of [
    { ...purchaseItem, code: 'ram.gb' },
    { ...purchaseItem, hourly: '1' },
    { ...purchaseItem, poweredOff: 'free' },
    { ...purchaseItem, minimum: '5' },
    { ...purchaseItem, included: '1' },
  ]) {
    const { status, body } = await make(admin, { items: [item('cpu.B', '0.01', '6'), invalid] });
    expect([status, body.errors?.[0]?.key]).toEqual([400, 'items.1.isPurchase']);
  }
});

it('keep tiers, included amounts and minimum prices, and show them on screen, in CSV and in the bill', async () => {
  const site = await app.makeSite('Stepped');
  const stepped = {
    ...item('cpu.B', '0.01', '6'),
    included: '1',
    tiers: [{ from: '3', hourly: '0.005', monthly: '2' }],
    minimum: '0.5',
  };
  const { id } = (await make(app.root, { siteId: site, items: [stepped] })).body;
  expect((await read(app.root, id)).items).toMatchObject([stepped]);
  const csv = (await app.root.get(`/pricelists/${id}/items.csv`)).text;
  expect((await app.root.post<Detail>('/pricelists/read', { csv })).body.items).toMatchObject([
    stepped,
  ]);
  const plain = await app.root.post<Preview>('/pricelists/preview', {
    siteId: site,
    currency: 'USD',
    items: [item('cpu.B', '0.01', '6')],
  });
  expect(plain.body.differences).toMatchObject([
    { kind: 'changed', before: { minimum: '0.5' }, after: { minimum: null, tiers: [] } },
  ]);
  const subject = {
    type: 'server' as const,
    id: randomUUID(),
    name: 'web',
    ownerId: user.userId,
    siteId: site,
  };
  await app.portal.services.database.db
    .transaction()
    .execute((db) =>
      setSpans({ db, clock }, subject, [
        { item: 'cpu.B', quantity: '5', mode: 'hourly', powerState: 'on' },
      ]),
    );
  const monthToDate = (
    await app.root.get<{ lines: object[] }>(`/billing/monthToDate/${subject.id}`)
  ).body;
  expect(monthToDate.lines).toMatchObject([
    {
      ...{ exact: '0.5', minimum: '0.5', minimumAdded: '0.47' },
      parts: [
        {
          steps: '1 × 0 + 2 × 0.01 + 2 × 0.005',
          formula: '1 h × (1 × 0 + 2 × 0.01 + 2 × 0.005), ≤ 16 = 0.03',
        },
      ],
    },
  ]);
});

describe('CSV', () => {
  interface ParsedCsv {
    items: Item[];
    problems: { row: number; field: string; problem: string }[];
  }
  const uploadCsv = async (csv: string) =>
    (await app.root.post<ParsedCsv>('/pricelists/read', { csv })).body;

  it('is imported exactly as it was exported', async () => {
    const { id } = (
      await make(app.root, {
        siteId,
        items: defaultPrices.map(({ code, hourly, monthly, poweredOff }) => ({
          code,
          hourly,
          monthly,
          poweredOff,
        })),
      })
    ).body;
    const csv = await app.root.get(`/pricelists/${id}/items.csv`);
    expect(csv.text).toContain(
      'code,title,unit,hourly,monthly,poweredOff,offHourly,offMonthly,billing,included,minimum,tiers\r\n',
    );
    const { items, problems } = await uploadCsv(csv.text);
    expect(problems).toEqual([]);
    expect(items).toEqual((await read(app.root, id)).items);
  });

  it('names each problem by row and field, and then imports nothing', async () => {
    const csv =
      'hourly,code,monthly,poweredOff\r\n0.01,cpu.B,6,free\n-1,ram.gb,abc,\n"0.1",cpu.Q,,\n,disk.gb,,\n0.01,cpu.B,,sometimes\n\n';
    const { items, problems } = await uploadCsv(csv);
    expect(items).toEqual([]);
    expect(problems.map(({ row, field }) => [row, field])).toEqual([
      [3, 'hourly'],
      [3, 'monthly'],
      [4, 'code'],
      [5, 'hourly'],
      [6, 'code'],
      [6, 'poweredOff'],
    ]);
    expect((await uploadCsv('name,price\nx,1')).problems).toMatchObject([
      { row: 1, field: 'code' },
    ]);
    expect((await uploadCsv('code,hourly')).problems).toMatchObject([{ row: 2, field: 'code' }]);
    expect((await uploadCsv('code;hourly;monthly\nip.wan;0.5;')).items).toMatchObject([
      { code: 'ip.wan', hourly: '0.5', monthly: null },
    ]);
    for (const separator of [';', '\t']) {
      const rows = [
        ['code', 'hourly', 'monthly', 'tiers'],
        ['ip.wan', '0,5', '1234,56', '"2:0,25:3; 4:0,2:2,5"'],
      ];
      const { items, problems } = await uploadCsv(
        rows.map((row) => row.join(separator)).join('\r\n'),
      );
      const tiers = [
        { from: '2', hourly: '0.25', monthly: '3' },
        { from: '4', hourly: '0.2', monthly: '2.5' },
      ];
      expect([problems, items]).toMatchObject([
        [],
        [{ code: 'ip.wan', hourly: '0.5', monthly: '1234.56', tiers }],
      ]);
    }
    // 1,000 or 1.000? Ambiguous prices are rejected.
    expect((await uploadCsv('code;hourly;monthly\nip.wan;0,5;1.000')).problems).toMatchObject([
      { row: 2, field: 'monthly' },
    ]);
  });
});

describe('an account', () => {
  interface Prices {
    buysFrom: { name: string; currency: string; siteId: string } | null;
    because: string;
    given: { name: string } | null;
    choices: { siteId: string; name: string }[];
  }
  const pricesOf = async (client: TestClient, id: string) =>
    (await client.get<Prices>(`/pricelists/accounts/${id}`)).body;
  const hourlyPrice = async (client: TestClient) => {
    const { body } = await client.post<{ hourly: string; currency: string }>('/pricing/estimate', {
      items: [{ item: 'cpu.B', quantity: '1', mode: 'hourly' }],
    });
    return `${body.hourly} ${body.currency}`;
  };

  it('buys from its assigned list, as do its sub-accounts, and its resources are billed at it', async () => {
    const subAccount = await app.signInAs('user', { parentId: user.userId });
    const list = { siteId: app.siteId, name: 'Partners' };
    expect(await hourlyPrice(subAccount)).toBe('0.009 USD');
    expect((await app.root.put(`/pricelists/accounts/${user.userId}`, { list })).status).toBe(404);
    const { id } = (await make(app.root, { name: 'Partners', currency: 'EUR' })).body;
    expect(await hourlyPrice(user)).toBe('0.009 USD');
    expect(await pricesOf(app.root, user.userId)).toMatchObject({
      because: 'site',
      given: null,
      choices: [list],
    });
    expect((await app.root.put(`/pricelists/accounts/${user.userId}`, { list })).status).toBe(200);
    expect([await hourlyPrice(user), await hourlyPrice(subAccount)]).toEqual([
      '0.01 EUR',
      '0.01 EUR',
    ]);
    expect(await hourlyPrice(app.root)).toBe('0.009 USD');
    expect(await pricesOf(app.root, subAccount.userId)).toMatchObject({
      because: 'parent',
      given: null,
      buysFrom: { name: 'Partners' },
    });
    expect((await read(app.root, id)).accountCount).toBe(1);

    const subject = {
      type: 'server' as const,
      id: randomUUID(),
      name: 'web',
      ownerId: subAccount.userId,
      siteId: app.siteId,
    };
    const setQuantity = (quantity: string) =>
      app.portal.services.database.db
        .transaction()
        .execute((db) =>
          setSpans({ db, clock }, subject, [
            { item: 'cpu.B', quantity, mode: 'hourly', powerState: 'on' },
          ]),
        );
    await setQuantity('1');
    expect((await app.root.put(`/pricelists/accounts/${user.userId}`, { list: null })).status).toBe(
      200,
    );
    expect(await pricesOf(app.root, subAccount.userId)).toMatchObject({
      because: 'site',
      buysFrom: { name: '' },
    });
    shiftClock(20 * minute);
    await setQuantity('2');
    const monthToDate = (
      await subAccount.get<{ totals: { currency: string }[] }>('/billing/monthToDate')
    ).body;
    expect(monthToDate.totals.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  });

  it('is assigned a list by email address on the list’s page if it belongs to that site or below', async () => {
    const { id } = (await make(app.root, { name: 'Friends' })).body;
    const own = (
      await app.root.get<{ items: Version[] }>('/pricelists?state=inForce&size=0')
    ).body.items.find((row) => row.siteId === app.siteId && row.name === '') as Version;
    expect(
      codeOf(await app.root.post(`/pricelists/${own.id}/accounts`, { email: user.email })),
    ).toBe(1606);
    expect(
      codeOf(await app.root.post(`/pricelists/${id}/accounts`, { email: 'nobody@example.test' })),
    ).toBe(1605);
    expect(
      (await app.root.post(`/pricelists/${id}/accounts`, { email: user.email.toUpperCase() })).body,
    ).toEqual({ userId: user.userId });
    const accounts = await app.root.get<{ items: { email: string; children: number }[] }>(
      `/pricelists/${id}/accounts`,
    );
    expect(accounts.body.items).toMatchObject([{ email: user.email, children: 1 }]);
    const accountList = (await make(admin, { name: 'Theirs' })).body;
    expect(
      codeOf(await admin.post(`/pricelists/${accountList.id}/accounts`, { email: user.email })),
    ).toBe(1605);
    expect(
      codeOf(await app.root.post(`/pricelists/${accountList.id}/accounts`, { email: user.email })),
    ).toBe(1605);
    await app.root.put(`/pricelists/accounts/${user.userId}`, { list: null });
  });

  it('of another site isn’t found, like one that doesn’t exist', async () => {
    const missing = await admin.get(`/pricelists/accounts/${randomUUID()}`);
    expect((await admin.get(`/pricelists/accounts/${user.userId}`)).body.code).toEqual(
      missing.body.code,
    );
    expect((await admin.put(`/pricelists/accounts/${user.userId}`, { list: null })).status).toBe(
      404,
    );
  });

  it('of a reseller can use the reseller’s lists, but not those of sites above', async () => {
    const customer = await adminOf(siteId);
    await make(app.root, { name: 'Wholesale' });
    await make(admin, { name: 'Retail' });
    const { choices } = await pricesOf(admin, customer.userId);
    expect(choices).toContainEqual(expect.objectContaining({ siteId, name: 'Retail' }));
    expect(choices.map((choice) => choice.name)).not.toContain('Wholesale');
    const wholesale = { siteId: app.siteId, name: 'Wholesale' };
    expect(
      (await admin.put(`/pricelists/accounts/${customer.userId}`, { list: wholesale })).status,
    ).toBe(404);
    expect(
      (await app.root.put(`/pricelists/accounts/${customer.userId}`, { list: wholesale })).status,
    ).toBe(200);
  });

  it('falls back to its site’s list if the assigned one has no active version', async () => {
    await make(app.root, { name: 'Later', validFrom: minutesFromNow(10) });
    await sql`
      insert into price_list_grant (user_id, list_site_id, list_name, granted_at) values (${user.userId}, ${app.siteId}, 'Later', now())`.execute(
      app.portal.services.database.db,
    );
    expect(await hourlyPrice(user)).toBe('0.009 USD');
    shiftClock(20 * minute);
    expect(await hourlyPrice(user)).toBe('0.01 USD');
    shiftClock(0);
    await app.root.put(`/pricelists/accounts/${user.userId}`, { list: null });
  });
});
