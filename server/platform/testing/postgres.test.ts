import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from './postgres.ts';

test('gives each caller its own migrated database', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client({ connectionString: first.ownerUrl });
  await client.connect();
  await client.query('CREATE TABLE only_here (id int)');
  const other = new pg.Client({ connectionString: second.ownerUrl });
  await other.connect();
  await expect(other.query('SELECT * FROM only_here')).rejects.toThrow('does not exist');
  await client.end();
  await other.end();
  await first.drop();
  await second.drop();
});

test('drops a database even if a session is still open in it', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const messages: string[] = [];
  client.on('error', (error) => messages.push(error.message));
  await client.connect();
  await database.drop();
  await vi.waitUntil(() => messages.some((message) => /terminat/i.test(message)), 5_000);
});
