import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import { type DatabaseHandle, openDatabase } from './database.ts';
import { containing, readListPage, searchCountLimit } from './listPage.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, () => {}, { isWalled: false });
  await sql`create table fruit (id bigint primary key, name text not null)`.execute(handle.db);
  await sql`insert into fruit select n, 'fruit ' || (n % 7) from generate_series(1, 53) n`.execute(
    handle.db,
  );
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const source = {
  from: sql`fruit`,
  columns: sql`id, name`,
  where: [],
  sorts: { name: { column: sql`name`, type: 'text' as const } },
  id: { column: sql`id`, type: 'bigint' as const },
  defaultSorting: 'name',
  map: (row: { id: number; name: string }) => row,
};
const read = (request: Parameters<typeof readListPage>[2]) =>
  readListPage(handle.db, source, request);

describe('a list page', () => {
  it.each(['name', '-name'])(
    'sorted by %s includes every row once, in both directions',
    async (sorting) => {
      const all = (await read({ size: 0, sorting })).items.map((item) => item.id);
      expect(all).toHaveLength(53);
      const forwards: number[] = [];
      const pages: Awaited<ReturnType<typeof read>>[] = [];
      for (let start: string | undefined; ; ) {
        const page = await read({ size: 10, sorting, start });
        pages.push(page);
        forwards.push(...page.items.map((item) => item.id));
        expect(page).toMatchObject({
          total: 53,
          firstElement: forwards.length - page.items.length + 1,
          lastElement: forwards.length,
        });
        if (!page.next) break;
        start = page.next;
      }
      expect(forwards).toEqual(all);
      expect(pages[0]?.previous).toBeNull();
      let back = pages.at(-1);
      for (const expected of pages.slice(0, -1).reverse()) {
        back = await read({ size: 10, sorting, start: back?.previous ?? undefined });
        expect(back.items).toEqual(expected.items);
        expect(back.firstElement).toBe(expected.firstElement);
        expect(back.next).not.toBeNull();
      }
      expect(back?.previous).toBeNull();
    },
  );

  it('counts only up to the limit, and reports that there are more', async () => {
    expect(
      await readListPage(handle.db, { ...source, countLimit: 20 }, { size: 10 }),
    ).toMatchObject({ total: 20, info: 'more than 20' });
    expect(
      await readListPage(handle.db, { ...source, countLimit: 53 }, { size: 10 }),
    ).toMatchObject({ total: 53, info: null });
  });

  it('counts search results only up to the highest number that users page through', async () => {
    const many = {
      ...source,
      countFrom: sql`generate_series(1, ${searchCountLimit + 1}) hit (id)`,
    };
    expect(await readListPage(handle.db, many, { size: 10, filter: 'row' })).toMatchObject({
      total: searchCountLimit,
      info: `more than ${searchCountLimit}`,
    });
    expect(await readListPage(handle.db, many, { size: 10 })).toMatchObject({
      total: searchCountLimit + 1,
      info: null,
    });
  });

  it('rejects a cursor from a different list or sort order', async () => {
    const { next } = await read({ size: 10, sorting: 'name' });
    for (const [start, sorting] of [
      [next, '-name'],
      ['bm90IG9uZQ', 'name'],
      ['x', 'name'],
    ] as const) {
      await expect(read({ size: 10, sorting, start: start ?? undefined })).rejects.toMatchObject({
        reasons: [{ name: 'inputInvalid', key: 'start' }],
      });
    }
  });

  it('past the end is empty and links to the last page', async () => {
    const source = {
      ...{
        from: sql`fruit`,
        columns: sql`id, name`,
        id: { column: sql`id`, type: 'bigint' as const },
      },
      ...{
        sorts: { name: { column: sql`name`, type: 'text' as const } },
        defaultSorting: 'name',
        map: ({ id }: { id: number }) => Number(id),
      },
    };
    const all = (await readListPage(handle.db, { ...source, where: [] }, { size: 0 })).items;
    const third = await readListPage(
      handle.db,
      { ...source, where: [] },
      { size: 20, start: await startOf(3) },
    );
    expect(third.items).toHaveLength(13);
    const shorterSource = { ...source, where: [sql`id = any(${all.slice(0, 30)})`] };
    const pastEnd = await readListPage(handle.db, shorterSource, {
      size: 20,
      start: await startOf(3),
    });
    expect(pastEnd).toMatchObject({ items: [], total: 30, next: null });
    const last = await readListPage(handle.db, shorterSource, {
      size: 20,
      start: pastEnd.previous ?? '',
    });
    expect(last).toMatchObject({
      items: all.slice(10, 30),
      firstElement: 11,
      lastElement: 30,
      next: null,
    });
    const before = await readListPage(handle.db, shorterSource, {
      size: 20,
      start: last.previous ?? '',
    });
    expect(before).toMatchObject({ items: all.slice(0, 10), previous: null });
    expect(
      await readListPage(
        handle.db,
        { ...source, where: [sql`false`] },
        { size: 20, start: await startOf(3) },
      ),
    ).toMatchObject({
      ...{ items: [], total: 0, previous: null, next: null },
    });

    async function startOf(page: number): Promise<string> {
      let start: string | undefined;
      for (let at = 1; at < page; at += 1) {
        const { next } = await readListPage(
          handle.db,
          { ...source, where: [] },
          { size: 20, ...(start ? { start } : {}) },
        );
        start = next ?? '';
      }
      return start ?? '';
    }
  });

  it('without rows reports that', async () => {
    const page = await readListPage(handle.db, { ...source, where: [sql`false`] }, {});
    expect(page).toMatchObject({
      total: 0,
      firstElement: 0,
      lastElement: 0,
      next: null,
      previous: null,
      items: [],
      size: 10,
    });
  });

  it('treats special characters in a search literally', () => {
    expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
  });
});
