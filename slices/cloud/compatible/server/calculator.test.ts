import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { makeKey } from '../../../../server/testing/keyClient.ts';
import { PublishedClient } from './testing/publishedClient.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

type Group = { options: { value: string; price: number }[] }[];

/** Reads the script like the Terraform provider: the text between the first and the last quote. */
async function read(): Promise<
  Record<string, Group> & { os: { datacenters: string[] }[]; datacenters: string[] }
> {
  const answer = await fetch(`${app.address}/info/calculator.js.php`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/javascript; charset=utf-8',
  ]);
  const parts = text.split("'");
  expect(parts).toHaveLength(3);
  // Running it as JavaScript returns the same data.
  expect(JSON.parse(new Function(`${text}; return prd_prices`)() as string)).toEqual(
    JSON.parse(parts[1] ?? ''),
  );
  return JSON.parse(parts[1] ?? '') as Awaited<ReturnType<typeof read>>;
}

describe('the price calculator', () => {
  it('shows the amount the portal charges for a month', async () => {
    const prices = await read();
    const priceOf = (group: string, value: string) =>
      prices[group]?.[0]?.options.find((option) => option.value === value)?.price ?? Number.NaN;
    const sum =
      priceOf('base', 'Base Price') +
      priceOf('cpu', '2B') +
      priceOf('ramMB.B', '2048') +
      priceOf('diskGB', '20') +
      priceOf('diskGB', '10');
    const month =
      sum + priceOf('wan', '1') + priceOf('netPck.SIM', 't5000') + priceOf('managed', '1');
    const client = new PublishedClient(
      app.address,
      await makeKey(app.root, { ratePerMinute: 6000 }),
    );
    const [image] = await client.get<{ id: string }[]>('/service/server?images=1&datacenter=SIM');
    const [commandId = ''] = await client.post<string[]>('/service/server', {
      ...{
        name: 'calculated',
        password: 'A_chosen_Password1',
        datacenter: 'SIM',
        image: image?.id,
        cpu: '2B',
        ram: 2048,
      },
      ...{
        disk: 'size=20 size=10',
        billingcycle: 'monthly',
        monthlypackage: 't5000',
        managed: 'yes',
      },
    });
    await client.complete(commandId);
    const [server] = await client.post<{ priceMonthlyOn: string }[]>('/service/server/info', {
      name: 'calculated',
    });
    expect(month.toFixed(2)).toBe(server?.priceMonthlyOn);
  });

  it('lists every datacenter with its packages and images, without private ones', async () => {
    const prices = await read();
    expect(prices.datacenters).toEqual(['SIM']);
    expect(prices['netPck.SIM']?.[0]?.options.map(({ value }) => value)).toEqual([
      't1000',
      't5000',
      't10000',
      'b10',
      'b50',
      'b100',
    ]);
    expect(prices.os.length).toBeGreaterThan(5);
    expect(new Set(prices.os.flatMap(({ datacenters }) => datacenters))).toEqual(new Set(['SIM']));
    expect(Object.keys(prices)).toEqual(
      expect.arrayContaining(['cpu', 'ramMB.A', 'ramMB.B', 'diskGB', 'managed', 'backup']),
    );
  });

  it('is shown if the site enables it', async () => {
    const put = (value: boolean) => app.root.put(`/settings/compatible.calculator`, { value });
    expect((await put(false)).status).toBe(200);
    expect((await fetch(`${app.address}/info/calculator.js.php`)).status).toBe(404);
    expect((await put(true)).status).toBe(200);
    expect((await fetch(`${app.address}/info/calculator.js.php`)).status).toBe(200);
  });
});
