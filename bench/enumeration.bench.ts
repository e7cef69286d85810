import pg from 'pg';
import { TestClient } from '../server/testing/client.ts';
import { startBenchPortal } from './harness/portal.ts';
import { median, reportMarks } from './harness/report.ts';

/**
 * Whether the response time reveals if an account exists: the same call alternately for known and
 * unknown addresses, each address once so that no lockout is involved. The medians must lie within
 * 5 %, and a rank test must find no difference (two-sided, p > 0.01).
 */
const timings = 300;
const portal = await startBenchPortal();
const database = new pg.Client({ connectionString: portal.databaseUrl });
await database.connect();
await database.query(`insert into user_account (site_id, email, password_hash)
  select u.site_id, 'known' || n || '@example.test', u.password_hash from user_account u, generate_series(1, ${timings * 4}) n where u.role = 'root'`);

type Call = (email: string) => Promise<unknown>;
const client = () => new TestClient(portal.address);
const calls: Record<string, Call> = {
  '/login': (email) => client().post('/login', { email, password: 'A_wrong_password_1' }),
  '/forgot': (email) => client().post('/forgot', { email }),
  '/tfaDetails': (email) => client().post('/tfaDetails', { email, createToken: true }),
  '/create': (email) =>
    client().post('/create', {
      email,
      password: 'Winter_Garden_88',
      passwordRepeat: 'Winter_Garden_88',
    }),
};

async function measure(call: Call, email: string): Promise<number> {
  const startedAt = performance.now();
  await call(email);
  return performance.now() - startedAt;
}

/** Deviation of one list's ranks from chance, in standard deviations (Mann–Whitney). */
function rankDistance(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].sort((x, y) => x.value - y.value);
  const rankSum = all.reduce((sum, entry, index) => sum + (entry.isA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  return (
    Math.abs(u - (a.length * b.length) / 2) /
    Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  );
}

const marks: Parameters<typeof reportMarks>[0][number][] = [];
for (const [index, [name, call]] of Object.entries(calls).entries()) {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 1; n <= timings; n++) {
    const id = index * timings + n;
    if (n % 15 === 1) await database.query('delete from pace');
    // The order must not matter.
    const pair = [
      async () => known.push(await measure(call, `known${id}@example.test`)),
      async () => unknown.push(await measure(call, `other${id}@example.test`)),
    ];
    if (n % 2 === 0) pair.reverse();
    for (const one of pair) {
      await one();
      // The portal's work after a response must not affect the next one.
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
  const differencePercent = Math.abs(median(known) / median(unknown) - 1) * 100;
  marks.push({
    what: `${name}: medians apart`,
    value: differencePercent,
    unit: `% (${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms)`,
    kind: 'most',
    limit: 5,
  });
  marks.push({
    what: `${name}: rank distance`,
    value: rankDistance(known, unknown),
    unit: 'deviations',
    kind: 'most',
    limit: 2.58,
  });
}
await database.end();
reportMarks(marks);
await portal.stop();
