import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import { PreparingClient } from './preparingClient.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  client = new PreparingClient({ connectionString: database.ownerUrl });
  await client.connect();
});
afterEach(() => client.end());
afterAll(() => database.drop());

/** Returns SQL that no other test has sent. */
const uniqueStatement = (text: string) => `${text} -- ${randomUUID()}`;

async function listPreparedStatements(): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  );
  return rows.map(({ statement }) => statement);
}

async function runQuery(text: string, repeats: number, values: unknown[] = [7]): Promise<void> {
  for (let time = 0; time < repeats; time++) await client.query(text, values);
}

/** Records the names under which statements are sent from now on. */
function recordNames(): { names(): (string | undefined)[] } {
  const send = vi.spyOn(pg.Client.prototype, 'query');
  return {
    names: () => {
      const names = send.mock.calls.map(([first]) => (first as unknown as { name?: string }).name);
      send.mockRestore();
      return names;
    },
  };
}

describe('a statement', () => {
  it('is prepared from its fourth use, regardless of which connection had the first three', async () => {
    const text = uniqueStatement('select $1::int as number');
    await runQuery(text, 3);
    expect(await listPreparedStatements()).not.toContain(text);
    const other: pg.Client = new PreparingClient({ connectionString: database.ownerUrl });
    await other.connect();
    const { rows } = await other.query(text, [8]);
    expect(rows).toEqual([{ number: 8 }]);
    expect((await other.query('select statement from pg_prepared_statements')).rows).toEqual([
      { statement: text },
    ]);
    await other.end();
    await runQuery(text, 1);
    expect(await listPreparedStatements()).toContain(text);
  });

  it('isn’t prepared if it selects all columns of a table, which can change', async () => {
    const texts = ['select * from site where id = $1', 'select s.* from site s where id = $1'].map(
      uniqueStatement,
    );
    texts.push(`update site set name = name where id = $1 returning * -- ${randomUUID()}`);
    const counted = uniqueStatement('select count(*) from site where id = $1');
    for (const text of [...texts, counted]) await runQuery(text, 4, [randomUUID()]);
    expect(await listPreparedStatements()).toEqual([counted]);
  });

  it('is no longer prepared after its columns changed', async () => {
    await client.query('create table grown (id int)');
    const text = uniqueStatement(
      'with all_of as (select * from grown) select * from all_of where id = $1',
    );
    await runQuery(text, 4);
    await client.query("alter table grown add column name text default 'new'");
    await client.query('insert into grown values (7)');
    await expect(client.query(text, [7])).rejects.toMatchObject({ code: '0A000' });
    expect((await client.query(text, [7])).rows).toEqual([{ id: 7, name: 'new' }]);
  });

  it('that became slow, and is faster with a plan for its values, is planned for its values from then on', async () => {
    const text = uniqueStatement('select pg_sleep($1::float8)');
    await runQuery(text, 5, [0]);
    expect(await listPreparedStatements()).toContain(text);
    const seen = recordNames();
    await runQuery(text, 1, [0.15]);
    await runQuery(text, 4, [0]);
    await runQuery(text, 3, [0.15]);
    await runQuery(text, 5, [0]);
    const [name, ...names] = seen.names();
    expect(name).toMatch(/^prepared-/);
    expect(names).toEqual([...Array(7).fill(name), ...Array(5).fill(undefined)]);
  });

  it('that is slow even when planned for its values stays prepared', async () => {
    const text = uniqueStatement('select pg_sleep($1::float8)');
    await runQuery(text, 3, [0]);
    const seen = recordNames();
    await runQuery(text, 5, [0.15]);
    await runQuery(text, 1, [0]);
    const names = seen.names();
    expect(names).toEqual(Array(6).fill(expect.stringMatching(/^prepared-/)));
  });

  it('that is equally slow with a plan for its values stays prepared, as on a busy machine', async () => {
    const text = uniqueStatement('select pg_sleep($1::float8)');
    await runQuery(text, 8, [0]);
    const seen = recordNames();
    await runQuery(text, 8, [0.15]);
    const names = seen.names();
    expect(names.slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(/^prepared-/)));
    expect(names.slice(3, 6)).toEqual(Array(3).fill(undefined));
    expect(names.slice(6)).toEqual(Array(2).fill(names[0]));
  });

  it('that fails can be executed again', async () => {
    const text = uniqueStatement('select 1 / $1::int as part');
    for (let time = 0; time < 4; time++)
      await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    expect((await client.query(text, [1])).rows).toEqual([{ part: 1 }]);
    const unknown = uniqueStatement('select id from nowhere where id = $1');
    for (let time = 0; time < 4; time++)
      await expect(client.query(unknown, [1])).rejects.toMatchObject({ code: '42P01' });
  });
});

it('is limited to 250 prepared statements per connection', async () => {
  for (let number = 0; number < 260; number++)
    await runQuery(uniqueStatement('select $1::int as number'), 4);
  expect(await listPreparedStatements()).toHaveLength(250);
});

it('without values, or with a custom name, isn’t changed', async () => {
  for (let time = 0; time < 4; time++) {
    await client.query('select 1 as one');
    await client.query({ name: 'mine', text: 'select $1::int as one', values: [1] });
  }
  expect(await listPreparedStatements()).toEqual(['select $1::int as one']);
});
