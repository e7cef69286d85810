import { expect, it } from 'vitest';
import { listMigrations, sortMigrations } from './migrate.ts';

const migration = (name: string) => ({ name, sql: '', digest: '' });

it('migrations of the program and its slices are applied in numerical order', () => {
  const migrations = ['0002_b.sql', '0010_c.sql', '0001_a.sql'].map(migration);
  expect(sortMigrations(migrations).map(({ name }) => name)).toEqual([
    '0001_a.sql',
    '0002_b.sql',
    '0010_c.sql',
  ]);
});

it('two migrations can’t have the same number', () => {
  expect(() => sortMigrations(['0001_a.sql', '0001_b.sql'].map(migration))).toThrow(
    'Two migrations have the number 0001.',
  );
});

it('the migrations of this version begin with those of the platform', async () => {
  expect((await listMigrations())[0]?.name).toBe('0001_platform.sql');
});
