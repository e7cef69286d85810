import pg from 'pg';
import { TestClient } from '../server/testing/client.ts';
import { startBenchPortal } from './harness/portal.ts';
import { reportMarks } from './harness/report.ts';

/**
 * 1,000 users sign in with valid passwords at once. Each gets a response, or a time to retry and
 * retries. None is lost. Meanwhile, `/svc/loginCheck` is called ten times a second, compared with
 * the same on the idle portal.
 */
const logins = 1000;
const portal = await startBenchPortal();

const database = new pg.Client({ connectionString: portal.databaseUrl });
await database.connect();
await database.query(`insert into user_account (site_id, email, password_hash)
  select u.site_id, 'person' || n || '@example.test', u.password_hash from user_account u, generate_series(1, ${logins}) n where u.role = 'root'`);
await database.end();

async function timedCheck(): Promise<number> {
  const startedAt = performance.now();
  const { status } = await new TestClient(portal.address).get('/loginCheck');
  if (status !== 200) throw new Error(`loginCheck answered ${status}`);
  return performance.now() - startedAt;
}

const idle: number[] = [];
for (let index = 0; index < 50; index++) idle.push(await timedCheck());

let reported = 0;
let other = 0;
async function signIn(_: unknown, index: number): Promise<void> {
  for (;;) {
    const answer = await new TestClient(portal.address).signIn(
      `person${index + 1}@example.test`,
      'Bench_password_1',
    );
    if (answer.body.userId !== undefined) return;
    const isRateLimited = answer.status === 429 && answer.headers.get('retry-after') !== null;
    if (!isRateLimited) {
      other += 1;
      return;
    }
    reported += 1;
    await new Promise((resolve) =>
      setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1000 * (1 + Math.random())),
    );
  }
}

const loginsStartedAt = performance.now();
let isDone = false;
const all = Promise.all(Array.from({ length: logins }, signIn)).then(() => (isDone = true));
const checkTimes: number[] = [];
while (!isDone) {
  checkTimes.push(await timedCheck());
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await all;
const seconds = (performance.now() - loginsStartedAt) / 1000;
const percentile = (values: number[], fraction: number): number =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * fraction))
  ] ?? 0;
reportMarks([
  {
    what: `log-ins lost of ${logins} (told to come back ${reported} times, all in after ${seconds.toFixed(1)} s)`,
    value: other,
    unit: '',
    kind: 'most',
    limit: 0,
  },
  {
    what: 'loginCheck meanwhile, 99 of 100',
    value: percentile(checkTimes, 0.99),
    unit: `ms (${checkTimes.length} asked; idle ${percentile(idle, 0.99).toFixed(1)} ms)`,
    kind: 'most',
    limit: 300,
  },
]);
await portal.stop();
