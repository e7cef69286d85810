import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import { checkDatabase } from './checkDatabase.ts';

const expectedMessage =
  'DATABASE_URL must be the address of a PostgreSQL, such as postgresql://user:password@127.0.0.1:5432/cloudberth';

it.each([
  ['nonsense', `${expectedMessage}, not nonsense.`],
  ['secret@host:1', `${expectedMessage}.`],
  ['http://127.0.0.1/x', `${expectedMessage}.`],
  [
    'postgresql://127.0.0.1:1/x',
    'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Start it, or correct the address.',
  ],
  [
    'postgresql:///x?host=/nowhere',
    'DATABASE_URL: there is no PostgreSQL at the socket in /nowhere. Start it, or correct the address.',
  ],
])('reports what is wrong with the address %s', async (url, message) => {
  await expect(checkDatabase(url)).rejects.toThrow(new Error(message));
});

it('reports a wrong password, a missing database, and one that isn’t initialized', async () => {
  const database = await createTestDatabase();
  try {
    await expect(checkDatabase(database.url.replace(/:[^:@]*@/, ':wrong@'))).rejects.toThrow(
      /^DATABASE_URL: the PostgreSQL at .* does not let the user \w+ in .*Correct user and password\.$/,
    );
    await expect(checkDatabase(database.url.replace(/\/\w+\?/, '/nowhere?'))).rejects.toThrow(
      /^DATABASE_URL: the PostgreSQL at .* has no database nowhere\. Make it: createdb nowhere$/,
    );
    expect(await checkDatabase(database.url)).toEqual({ isPrepared: true });
  } finally {
    await database.drop();
  }
});
