import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bridgeObstacle } from '../../../../drivers/compute/qemu/bridge/probe.ts';
import { SerialDialogue } from '../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';
import { recordTrafficUsage } from '../../../cloud/metering/server/recordTrafficUsage.ts';
import { meterTraffic } from '../../../cloud/metering/server/traffic.ts';
import { storeSamples } from '../../../cloud/statistics/server/index.ts';
import { rollUp } from '../../../cloud/statistics/server/readings/rollUp.ts';
import { defaultPrices, trafficPrice } from '../../pricing/server/defaultPrices.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  lastMonth,
  runMonth,
  setBillingProfile,
} from './testing/month.ts';

const skipped = skipReason() ?? (await bridgeObstacle());
const password = 'Server_Password_1';
const hourMs = 3_600_000;
const period = lastMonth();
const monthStart = Date.parse(`${period}-01T00:00:00Z`);
const monthEnd = Date.parse(`${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`);
/**
 * Half of the month is charged, and so is half of the package's included gigabyte, if there is a
 * package.
 */
const purchasedAt = new Date((monthStart + monthEnd) / 2);
/** The last hour of the month. It is over, so it is rolled up. */
const hour = monthEnd - hourMs;

interface Guest {
  id: string;
  name: string;
  trafficPackage: string | null;
  address: string;
  shell: SerialDialogue;
}
interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}
interface Invoice {
  id: string;
  lines: { id: number; item: string; amount: string; subjectName: string }[];
}

describe.skipIf(skipped)(
  `the traffic of real guests${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    let company: InvoicedCompany;
    let customer: TestClient;
    const db = () => app.portal.services.database.db;
    const engine = () => app.portal.services.engines.get('qemu');

    beforeAll(async () => {
      app = await startTestApp(
        { engine: 'auto' },
        { runsPeriodicJobs: false, ports: tinyImageOnly },
      );
      company = await createInvoicingCompany(app);
      customer = await app.signInAs('user');
      await setBillingProfile(customer);
      const items = [...defaultPrices, trafficPrice(1, '1.00')];
      await addPriceList(
        { db: db() },
        { siteId: app.siteId, currency: 'USD', validFrom: new Date(monthStart), items },
      );
    });
    afterAll(() => app?.close());

    async function makeGuest(name: string, trafficPackage: string | null): Promise<Guest> {
      const options = async () => (await customer.get<Options>('/servers/create/options')).body;
      const tinyImageOf = (found: Options) =>
        found.images.find(({ code, readyIn }) => code === 'tiny' && readyIn.length > 0);
      await expect
        .poll(async () => tinyImageOf(await options()), { timeout: 110_000, interval: 500 })
        .toBeDefined();
      const found = await options();
      const { body, text } = await customer.post<{ cmdId?: number; servers: { id: string }[] }>(
        '/servers',
        {
          ...{
            name,
            datacenterId: found.datacenterId,
            imageId: tinyImageOf(found)?.id,
            cpuType: 'B',
            cores: 1,
            ramMb: 256,
            password,
          },
          ...{
            disks: [{ sizeGb: 5 }],
            nics: [{ networkId: 'auto' }],
            billingMode: 'monthly',
            ...(trafficPackage && { trafficPackage }),
          },
        },
      );
      expect(body.cmdId, text).toBeDefined();
      const task = async () =>
        (await customer.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)).body;
      await expect
        .poll(async () => (await task()).exitCode, { timeout: 60_000, interval: 50 })
        .toBe(0);
      const id = body.servers[0]?.id ?? '';
      const shell = await SerialDialogue.open(engine(), id);
      await shell.login('tiny', password);
      await shell.run('until ip route | grep -q ^default; do sleep 0.2; done', 60_000);
      const { nics } = (await customer.get<{ nics: { address: string }[] }>(`/servers/${id}`)).body;
      return { id, name, trafficPackage, address: nics[0]?.address ?? '', shell };
    }

    /**
     * Reads the engine's interface counters since each guest started, stored as a measurement at
     * this minute of the hour. Returns bytes by guest.
     */
    async function readCounters(
      guests: readonly Guest[],
      minutes: number,
    ): Promise<Map<string, number>> {
      const samples = await engine().sample(guests.map(({ id }) => id));
      await storeSamples(
        { db: db() },
        samples.map((sample) => ({ ...sample, at: new Date(hour + minutes * 60_000) })),
      );
      return new Map(
        samples.map(({ id, nics }) => [
          id,
          nics.reduce((sum, { receivedBytes, sentBytes }) => sum + receivedBytes + sentBytes, 0),
        ]),
      );
    }

    /** The guest's own traffic count. */
    async function ownCount({ shell }: Guest): Promise<number> {
      const counts = await shell.run(
        'cat /sys/class/net/eth0/statistics/rx_bytes /sys/class/net/eth0/statistics/tx_bytes',
      );
      return counts.match(/\d+/g)?.reduce((sum, count) => sum + Number(count), 0) ?? 0;
    }

    /** Backdates the purchase to this time, and makes this hour the first one with readings. */
    async function setPurchaseTime(at: Date): Promise<void> {
      const start = new Date(hour);
      await sql`alter table span disable trigger user`.execute(app.administration.db);
      await sql`update span set from_at = ${at}, hours_from = ${at}`.execute(db());
      await sql`alter table span enable trigger user`.execute(app.administration.db);
      for (const level of ['5m', '1h'])
        await sql`insert into server_sample_level (level, done_until) values (${level}, ${start})`.execute(
          db(),
        );
      await sql`insert into metering_feed (kind, done_until) values ('traffic', ${start})`.execute(
        db(),
      );
    }

    it('is counted on the network interfaces, calculated against the packages, and charged with the month', {
      timeout: 300_000,
    }, async () => {
      const guests = await Promise.all([makeGuest('sender', 't1'), makeGuest('receiver', null)]);
      const [sender, receiver] = guests;
      await readCounters(guests, 5);
      await sender.shell.run(
        'mkdir /tmp/www; truncate -s 400000000 /tmp/www/big; httpd -p 9000 -h /tmp/www',
      );
      for (let part = 1; part <= 3; part++)
        expect(
          await receiver.shell.run(
            `wget -q -O /dev/null http://${sender.address}:9000/big; echo ended $?`,
            120_000,
          ),
        ).toContain('ended 0');
      const byteCounts = await readCounters(guests, 50);
      for (const guest of guests) {
        const bytes = byteCounts.get(guest.id) ?? 0;
        expect(bytes).toBeGreaterThan(1_200_000_000);
        expect(Math.abs((await ownCount(guest)) / bytes - 1)).toBeLessThan(0.01);
      }
      await setPurchaseTime(purchasedAt);
      const ctx = { db: db(), clock: { now: () => new Date() }, services: app.portal.services };
      await rollUp(ctx);
      await recordTrafficUsage(ctx);
      await meterTraffic(ctx);

      await runMonth(company.clerk, company.run);
      const { body: invoice } = await company.clerk.get<Invoice>(
        `${company.run}/customers/${customer.userId}/invoice`,
      );
      const lines = invoice.lines.filter(({ item }) => item === 'overage.traffic');
      const overageGb = ({ id, trafficPackage }: Guest) =>
        Math.floor((byteCounts.get(id) ?? 0) / 1e9 - (trafficPackage ? 0.5 : 0));
      expect(guests.map(overageGb)).toEqual([0, 1]);
      expect(lines.map(({ subjectName, amount }) => [subjectName, amount])).toEqual([
        ['receiver', '0.01'],
      ]);
      for (const line of lines)
        expect(
          (await customer.get(`/billing/invoices/${invoice.id}/${line.id}`)).body,
        ).toMatchObject({ agrees: true });
    });
  },
);
