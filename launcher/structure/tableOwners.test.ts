import { describe, expect, it } from 'vitest';
import type { SharedTables } from '../../server/platform/database/sharedTables.ts';
import { projectFolder } from '../project.ts';
import {
  readOwners,
  readShared,
  readTableUses,
  sharingProblems,
  sliceOf,
  tablesOfSql,
  tableUses,
} from './tableOwners.ts';

const tables = new Set(['server', 'nic', 'site', 'invoice']);
const tableNames = (sql: string) =>
  tablesOfSql(sql, tables).map(({ table, writes }) => (writes ? `${table}!` : table));

describe('the tables of the project', async () => {
  const owners = await readOwners(projectFolder);
  const uses = await readTableUses(projectFolder, new Set(owners.keys()));

  it('are found in its queries', () => {
    expect(owners.size).toBeGreaterThan(100);
    expect(uses.length).toBeGreaterThan(1000);
    expect(uses.filter(({ writes }) => writes).length).toBeGreaterThan(200);
  });

  it('are used by their owner, and by those it shares them with', async () => {
    expect(sharingProblems(uses, owners, await readShared(projectFolder))).toEqual([]);
  });
});

describe('the tables of a statement', () => {
  it.each([
    ['select 1 from server s join nic n on n.server_id = s.id', ['server', 'nic']],
    [
      'select (select count(*) from nic), x from server, site where true',
      ['nic', 'server', 'site'],
    ],
    ['insert into server (id) select id from site', ['server!', 'site']],
    ['update server set x = n.x from nic n where true', ['server!', 'nic']],
    ['delete from nic using server where true', ['nic!', 'server']],
    ['with server_new as (select 1) select * from server_new', []],
    ["select 'from server', invoice from site -- join nic", ['site']],
    ['select extract(epoch from invoice), f(server, nic) from lateral site', ['invoice', 'site']],
  ])('%s', (sql, expected) => {
    expect(tableNames(sql)).toEqual(expected);
  });

  it('are found in templates and in query builders', () => {
    const source = `
      const a = sql<Row>\`select * from server s where id = \${id} and exists (select from nic)\`;
      const b = db.selectFrom('site as s').innerJoin('invoice', 'a', 'b').execute();
      const c = db.insertInto('nic').values({}).execute();
      const d = other.selectFrom(['server', 'site as t']);`;
    expect(
      tableUses('slices/a/server/store.ts', source, tables).map(({ table, writes }) =>
        writes ? `${table}!` : table,
      ),
    ).toEqual(['server', 'nic', 'invoice', 'site', 'nic!', 'server', 'site']);
  });
});

describe('a table of another slice', () => {
  const owners = new Map([
    ['server', 'servers'],
    ['site', 'sites'],
  ]);
  const use = (table: string, writes = false) => ({
    file: 'slices/money/reports/server/rows.ts',
    table,
    writes,
  });

  it('belongs to the slice of its row security', () => {
    expect(sliceOf('slices/money/reports/server/rows.ts')).toBe('reports');
    expect(sliceOf('server/platform/session/session.ts')).toBe('platform');
  });

  it('can be read and written only if its owner shares it', () => {
    expect(sharingProblems([use('server'), use('site', true)], owners, new Map())).toEqual([
      "slices/money/reports/server/rows.ts reads server of servers, which doesn't share it with reports.",
      "slices/money/reports/server/rows.ts writes to site of sites, which doesn't share it with reports.",
    ]);
    const shared = new Map<string, SharedTables>([
      ['servers', { server: { readers: ['reports'] } }],
      ['sites', { site: { readers: 'all' } }],
    ]);
    expect(sharingProblems([use('server'), use('site')], owners, shared)).toEqual([]);
    expect(sharingProblems([use('server'), use('site', true)], owners, shared)).toHaveLength(1);
  });

  it('isn’t shared without a query that needs it, and only its owner can share it', () => {
    const shared = new Map([['servers', { server: { readers: ['reports'] }, site: {} }]]);
    expect(sharingProblems([], owners, shared)).toEqual([
      'servers shares server with reports (readers), which has no such query.',
      "servers shares site, which isn't its own.",
    ]);
  });
});
