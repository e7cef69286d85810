import pg from 'pg';
import { TestClient } from '../../server/testing/client.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * Requests 1,000 servers at once, each with a network interface on the same /22, and checks that
 * every one gets a unique address. Then measures the cost of finding the lowest free address in a
 * subnet of 65,534 with 60,000 in use.
 */
const requests = 1000;
const portal = await startBenchPortal();

interface Options {
  datacenterId: string;
  images: { id: string }[];
}
const { body: options } = await portal.root.get<Options>('/servers/create/options');
const makeLan = async (name: string, cidr: string) =>
  (
    await portal.root.post<{ id: string; subnetId: string }>('/networks', {
      datacenterId: options.datacenterId,
      kind: 'lan',
      name,
      subnet: { cidr },
    })
  ).body;
const lan = await makeLan('bench', '10.200.0.0/22');
const full = await makeLan('full', '10.201.0.0/16');
// Only the calls are measured, not the creation of the servers.
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const root = new TestClient(portal.address);
await root.signIn('root@example.test', 'Bench_password_1');

const times: number[] = [];
const failures: string[] = [];
let reported = 0;
async function requestAddress(_: unknown, index: number): Promise<void> {
  const startedAt = performance.now();
  const body = {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name: `bench-${index}`,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: lan.id }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    },
  };
  for (;;) {
    const answer = await root.post('/servers', body);
    // More calls than the portal accepts at once. It rejects this one without any effect.
    if (answer.status === 503 || answer.status === 429) {
      reported += 1;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (1 + Math.random())));
      continue;
    }
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    return;
  }
}
const requestStartedAt = performance.now();
await Promise.all(Array.from({ length: requests }, requestAddress));
const seconds = (performance.now() - requestStartedAt) / 1000;
for (const failure of new Set(failures)) process.stdout.write(`${failure}\n`);

const database = new pg.Client({ connectionString: portal.databaseUrl });
await database.connect();
const { rows } = await database.query<{ cards: string; addresses: string; history: string }>(
  `select (select count(*) from nic where network_id = $1) as cards, (select count(distinct ip) from address where subnet_id = $2) as addresses,
    (select count(*) from address_history where subnet_id = $2 and event = 'taken') as history`,
  [lan.id, lan.subnetId],
);
const { cards = '0', addresses = '0', history = '0' } = rows[0] ?? {};

await database.query(
  `insert into address (subnet_id, ip, kind) select $1, '10.201.0.0'::inet + n, 1 from generate_series(1, 60000) n`,
  [full.subnetId],
);
await database.query('analyze address');
const durations: number[] = [];
for (let index = 0; index < 20; index++) {
  const requestedAt = performance.now();
  await database.query('begin');
  await database.query(
    `insert into nic (id, server_id, network_id, mac, owner_id) select gen_random_uuid(), gen_random_uuid(), $1,
    ('02:00:00:00:01:' || lpad(to_hex($2::int), 2, '0'))::macaddr, id from user_account where role = 'root'`,
    [full.id, index],
  );
  await database.query(
    `select take_address($1, (select id from nic where network_id = $2 order by position desc limit 1))`,
    [full.subnetId, full.id],
  );
  await database.query('commit');
  durations.push(performance.now() - requestedAt);
}
await database.end();
await portal.stop();

const p99 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
reportMarks([
  {
    what: `servers refused of ${requests} asked for at once (told to come back ${reported} times, all answered after ${seconds.toFixed(1)} s, 99 of 100 within ${p99.toFixed(0)} ms)`,
    value: failures.length,
    unit: '',
    kind: 'most',
    limit: 0,
  },
  { what: 'cards made', value: Number(cards), unit: '', kind: 'least', limit: requests },
  {
    what: 'addresses given, each once',
    value: Number(addresses),
    unit: '',
    kind: 'least',
    limit: requests,
  },
  {
    what: 'entries of who took one',
    value: Number(history),
    unit: '',
    kind: 'least',
    limit: requests,
  },
  {
    what: 'lowest free address with 60,000 taken, median',
    value: median(durations),
    unit: 'ms',
    kind: 'most',
    limit: 100,
  },
]);
