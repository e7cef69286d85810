import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SharedTables } from '../../server/platform/database/sharedTables.ts';

/** A use of a table in a file's query. */
export interface TableUse {
  file: string;
  table: string;
  writes: boolean;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const platform = 'platform';
const serverCode = ['server/**/*.ts', 'slices/*/*/server/**/*.ts'];
/** Fixtures and the demo's sample data fill tables of all slices. */
const isExempt = (file: string): boolean =>
  /\.test\.ts$|(^|\/)testing\/|^server\/(demo|sweeps|migrations)\//.test(file);

/** The slice that a server file belongs to, or the platform. */
export const sliceOf = (file: string): string =>
  /^slices\/\w+\/(\w+)\//.exec(file)?.[1] ?? platform;

/** Kysely query methods that name a table, and whether they write to it. */
const methods = new Map<string, boolean>([
  ...['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'].map(
    (name): [string, boolean] => [name, false],
  ),
  ...['innerJoinLateral', 'leftJoinLateral', 'from', 'using'].map((name): [string, boolean] => [
    name,
    false,
  ]),
  ...['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'].map(
    (name): [string, boolean] => [name, true],
  ),
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesOf(root: unknown): Generator<Node> {
  if (Array.isArray(root)) for (const each of root) yield* nodesOf(each);
  else if (isNode(root)) {
    yield root;
    for (const value of Object.values(root)) if (typeof value === 'object') yield* nodesOf(value);
  }
}

const literals = (node: unknown): string[] =>
  [...nodesOf(node)].flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  );

/** The tables that the SQL names, and whether it writes to them. `tables`: all existing tables. */
export function tablesOfSql(
  sql: string,
  tables: ReadonlySet<string>,
): { table: string; writes: boolean }[] {
  const tokens = sql
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .match(/[a-z_][\w.]*|[(),]/g);
  const found: { table: string; writes: boolean }[] = [];
  /** Parenthesis depth, to track lists such as `from a, b as c`. */
  let depth = 0;
  const lists = new Set<number>();
  for (const [index, word] of (tokens ?? []).entries()) {
    const previousWord = tokens?.[index - 1] ?? '';
    const wordBeforePrevious = tokens?.[index - 2] ?? '';
    if (word === '(') depth += 1;
    else if (word === ')') {
      lists.delete(depth);
      depth -= 1;
    } else if (['where', 'select', 'on', 'set', 'order', 'group', 'values'].includes(word))
      lists.delete(depth);
    if (word === 'from' || word === 'using') lists.add(depth);
    if (!tables.has(word)) continue;
    const precedingWord = ['only', 'lateral'].includes(previousWord)
      ? wordBeforePrevious
      : previousWord;
    const writes =
      precedingWord === 'into' ||
      precedingWord === 'update' ||
      (precedingWord === 'from' && wordBeforePrevious === 'delete');
    if (
      writes ||
      ['from', 'join', 'using'].includes(precedingWord) ||
      (precedingWord === ',' && lists.has(depth))
    )
      found.push({ table: word, writes });
  }
  return found;
}

/** The tables named in a file's queries. */
export function tableUses(file: string, source: string, tables: ReadonlySet<string>): TableUse[] {
  const uses: TableUse[] = [];
  for (const node of nodesOf(parseSync(file, source).program)) {
    if (node.type === 'TaggedTemplateExpression' && isNode(node.quasi)) {
      const parts = (node.quasi.quasis as { value: { cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
      uses.push(...tablesOfSql(parts.join(' $ '), tables).map((use) => ({ file, ...use })));
    }
    if (node.type !== 'CallExpression' || !isNode(node.callee)) continue;
    const method = isNode(node.callee.property) ? String(node.callee.property.name) : '';
    const writes = methods.get(method);
    if (writes === undefined) continue;
    for (const literal of literals((node.arguments as unknown[])[0])) {
      const table = literal.split(' ')[0] ?? '';
      if (tables.has(table)) uses.push({ file, table, writes });
    }
  }
  return uses;
}

const declarations = (name: string): string[] => [
  `server/platform/${name}.ts`,
  `slices/*/*/server/${name}.ts`,
];

/** The slice that owns each table: the one that declares its row security. */
export async function readOwners(folder: string): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for await (const file of glob(declarations('rowRules'), { cwd: folder })) {
    const { rowRules } = (await import(join(folder, file))) as { rowRules: object };
    for (const table of Object.keys(rowRules)) {
      const other = owners.get(table);
      if (other)
        throw new Error(`The table ${table} is declared by ${other} and ${sliceOf(file)}.`);
      owners.set(table, sliceOf(file));
    }
  }
  return owners;
}

export async function readTableUses(
  folder: string,
  tables: ReadonlySet<string>,
): Promise<TableUse[]> {
  const uses: TableUse[] = [];
  for await (const file of glob(serverCode, { cwd: folder })) {
    if (isExempt(file)) continue;
    uses.push(...tableUses(file, await readFile(join(folder, file), 'utf8'), tables));
  }
  return uses;
}

/** The tables that each slice shares with others. */
export async function readShared(folder: string): Promise<Map<string, SharedTables>> {
  const shared = new Map<string, SharedTables>();
  for await (const file of glob(declarations('sharedTables'), { cwd: folder })) {
    const module = (await import(join(folder, file))) as { sharedTables: SharedTables };
    shared.set(sliceOf(file), module.sharedTables);
  }
  return shared;
}

/**
 * Queries of tables that their owner doesn't share with the slice, and shared tables without a
 * query that needs them, as sentences.
 */
export function sharingProblems(
  uses: readonly TableUse[],
  owners: ReadonlyMap<string, string>,
  shared: ReadonlyMap<string, SharedTables>,
): string[] {
  const problems = new Set<string>();
  const requiredTables = new Set<string>();
  for (const { file, table, writes } of uses) {
    const owner = owners.get(table);
    const slice = sliceOf(file);
    if (owner === undefined || owner === slice) continue;
    const { readers = [], writers = [] } = shared.get(owner)?.[table] ?? {};
    const role = writes ? 'writers' : 'readers';
    requiredTables.add(`${owner} ${table} ${role} ${slice}`);
    const isShared = writes
      ? writers.includes(slice)
      : readers === 'all' || readers.includes(slice) || writers.includes(slice);
    if (!isShared)
      problems.add(
        `${file} ${writes ? 'writes to' : 'reads'} ${table} of ${owner}, which doesn't share it with ${slice}.`,
      );
  }
  for (const [owner, tables] of shared)
    for (const [table, { readers = [], writers = [] }] of Object.entries(tables)) {
      if (owners.get(table) !== owner)
        problems.add(`${owner} shares ${table}, which isn't its own.`);
      for (const [role, slices] of [
        ['readers', readers === 'all' ? [] : readers],
        ['writers', writers],
      ] as const)
        for (const slice of slices)
          if (!requiredTables.has(`${owner} ${table} ${role} ${slice}`))
            problems.add(
              `${owner} shares ${table} with ${slice} (${role}), which has no such query.`,
            );
    }
  return [...problems].sort();
}
