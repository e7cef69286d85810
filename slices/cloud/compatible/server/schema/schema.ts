import type { Endpoint } from '../../../../../contract/endpoint.ts';
import { compatibleEndpoints } from '../../contract.ts';
import type { Column, Command, OwnFlag } from './command.ts';
import { groups } from './commandGroups.ts';

type Json = Record<string, unknown>;

/** Version of the schema format, which clients of the published command line read. */
const version: [number, number, number] = [1, 2, 2];

/**
 * The schema that the published command line loads at setup: commands, flags and columns, generated
 * from the portal's contract.
 */
export const cliSchema = (now: Date) => ({
  schema_version: version,
  schema_generated_at: now.toISOString(),
  commands: groups.map(({ use, short, commands }) => ({
    use,
    short,
    commands: commands.map(commandOf) as Json[],
  })) as Json[],
});

type Flag = Pick<OwnFlag, 'name' | 'usage'>;

/** The described fields of the operation's input. `queue list` has no flags. */
function flagsOf({ operation, use }: Command): Flag[] {
  const { body, query } = compatibleEndpoints[operation] as Endpoint;
  const shape =
    ((body ?? query) as { shape?: Record<string, { description?: string }> } | undefined)?.shape ??
    {};
  if (operation === 'cliReadQueue' && use === 'list') return [];
  return Object.entries(shape).flatMap(([name, { description }]) =>
    description ? [{ name, usage: description }] : [],
  );
}

const waitFlag: OwnFlag = { name: 'wait', usage: 'Wait until the command is done', bool: true };

function commandOf(command: Command): Json {
  const flags = flagsOf(command);
  const isQueueDetail = command.operation === 'cliReadQueue' && flags.length > 0;
  const { oneOf = [] } = command;
  return {
    use: command.use,
    short: command.short,
    ...(command.aliases ? { aliases: command.aliases } : {}),
    ...(command.wait ? { wait: true } : {}),
    ...(command.format ? { 'default-format': command.format } : {}),
    ...(command.cacheFile ? { 'cache-file': command.cacheFile } : {}),
    ...(oneOf.length > 0
      ? {
          cliUsage: `Required arguments: one of ${oneOf.map((name) => `--${name}`).join(' or ')} flags must be provided.`,
          cliPreRunHooks: [{ type: 'requireOneOf', oneOf }],
        }
      : {}),
    ...(command.asks ? { interactive: true, 'dont-sort-flags': true } : {}),
    flags: orderedFlags(command, [
      ...flags.map((flag) => describeFlag(command, flag)),
      ...[...(command.own ?? []), ...(command.wait || isQueueDetail ? [waitFlag] : [])].map(
        (flag) => ({ ...flag }),
      ),
    ]),
    run: runOf(command, flags),
  };
}

/** Flags with a prompt come first, in the order of the prompts. */
function orderedFlags({ asks }: Command, flags: readonly Json[]): Json[] {
  if (!asks) return [...flags];
  const orderOf = ({ name }: Json): number =>
    asks.includes(String(name)) ? asks.indexOf(String(name)) : asks.length;
  return flags.toSorted((a, b) => orderOf(a) - orderOf(b));
}

function describeFlag(
  { required = [], arrays = [], bools = [], defaults = {}, hints = {} }: Command,
  { name, usage }: Flag,
): Json {
  return {
    ...{ name, usage },
    ...(required.includes(name) ? { required: true } : {}),
    ...(arrays.includes(name) ? { array: true } : {}),
    ...(bools.includes(name) ? { bool: true } : {}),
    ...(defaults[name] === undefined ? {} : { default: defaults[name] }),
    ...hints[name],
  };
}

function runOf(command: Command, flags: readonly Flag[]): Json {
  const endpoint = compatibleEndpoints[command.operation] as Endpoint;
  const isList = endpoint.method === 'GET';
  const returnsList = !isList && command.columns !== undefined;
  return {
    cmd: command.lists ? 'getListOfLists' : isList ? 'getList' : 'post',
    path: endpoint.also ?? `/svc${endpoint.path}`,
    method: command.method ?? command.operation,
    ...(returnsList ? { serverMethod: 'GET' } : {}),
    ...(command.isSimple ? { SimpleJsonServerResponse: true } : {}),
    ...(command.isStatistics ? { ParseStatisticsResponse: true } : {}),
    fields: command.lists ? [] : fieldsOf(command, flags),
    ...(command.lists ? { lists: command.lists } : {}),
  };
}

/** The sent and shown fields. A flag without a column of the same name is sent but hidden. */
function fieldsOf(
  { columns = [], arrays = [], bools = [], files = [] }: Command,
  flags: readonly Flag[],
): Json[] {
  const columnSpecs = columns.map(
    (column): Exclude<Column, string> => (typeof column === 'string' ? { name: column } : column),
  );
  const sent = flags.map(({ name }) => ({
    ...{ name, flag: name },
    ...(arrays.includes(name) ? { array: true } : {}),
    ...(bools.includes(name) ? { bool: true } : {}),
    ...(files.includes(name) ? { fromFile: true } : {}),
    ...(columns.length > 0 && !columnSpecs.some((column) => column.name === name)
      ? { hide: true }
      : {}),
    ...columnSpecs.find((column) => column.name === name),
  }));
  return [...sent, ...columnSpecs.filter(({ name }) => !flags.some((flag) => flag.name === name))];
}
