import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { callPortal, RejectedError, UnreachableError } from './call.ts';
import {
  type CliEnvironment,
  type Command,
  kebab,
  type Table,
  UsageError,
} from './commandTable.ts';
import { candidates, completionScript } from './completion.ts';
import { chooseProfile } from './config.ts';
import { inputOf, type ParsedArguments, parseArguments, parseJson, switchesOf } from './flags.ts';
import { builtIn, helpOf, helpOfGroup, overview, parameterName } from './help.ts';
import { login, logout, profiles, useProfile, whoAmI } from './login.ts';
import { formatOutput, outputOf } from './output.ts';
import { callForAllPages, isPaged, moreNotice } from './pages.ts';
import { withIds } from './resolve.ts';
import { suggestion } from './suggest.ts';
import { TaskError, tasksIn, waitForTasks } from './wait.ts';

const defaultTimeout = 1800;

/**
 * Runs one command line. Returns the exit code: 0 done, 1 rejected, 2 usage error, 3 a task failed,
 * 4 portal unreachable.
 */
export async function run(
  argv: readonly string[],
  table: Table,
  world: CliEnvironment,
): Promise<number> {
  try {
    if (argv[0] === '__complete') {
      world.out(
        candidates(table, argv.slice(1))
          .map((word) => `${word}\n`)
          .join(''),
      );
      return 0;
    }
    const command = commandOf(table, argv);
    const parsed = parseArguments(argv, switchesOf(command));
    if (parsed.flags.has('version')) {
      world.out(`${table.name} ${table.version}\n`);
      return 0;
    }
    if (parsed.words[0] === 'help' || parsed.flags.has('help') || parsed.words.length === 0) {
      world.out(`${helpFor(table, parsed.words)}\n`);
      return 0;
    }
    if (command) await runCommand(command, parsed, table, world);
    else await runBuiltIn(parsed, table, world);
    return 0;
  } catch (error) {
    return reportFailure(error, world);
  }
}

function reportFailure(error: unknown, world: CliEnvironment): number {
  if (error instanceof RejectedError) {
    for (const { code, info, key } of error.errors)
      world.err(`${key ? `--${kebab(key)}: ` : ''}${info} (${code})\n`);
    return 1;
  }
  if (
    !(
      error instanceof UsageError ||
      error instanceof TaskError ||
      error instanceof UnreachableError
    )
  )
    throw error;
  world.err(`${error.message}\n`);
  if (error instanceof UsageError) return 2;
  return error instanceof TaskError ? 3 : 4;
}

/** The command named by the first two words, ignoring flags between them. */
function commandOf(table: Table, argv: readonly string[]): Command | undefined {
  const [group, verb] = argv.filter((word) => !word.startsWith('-'));
  return table.commands.find((command) => command.group === group && command.verb === verb);
}

/**
 * Throws for a word that is not a noun, a verb of the noun, or a built-in command, and suggests the
 * closest one.
 */
function helpFor(table: Table, args: readonly string[]): string {
  const [group, verb] = args[0] === 'help' ? args.slice(1) : args;
  if (group === undefined || group in builtIn) return overview(table);
  if (!table.commands.some((each) => each.group === group))
    throw new UsageError(unknownCommand(table, group));
  if (verb === undefined) return helpOfGroup(table, group);
  const command = table.commands.find((each) => each.group === group && each.verb === verb);
  if (!command) throw new UsageError(unknownVerb(table, group, verb));
  return helpOf(table, command);
}

async function runBuiltIn(
  { words: [word, ...rest], flags }: ParsedArguments,
  table: Table,
  world: CliEnvironment,
): Promise<void> {
  const print = (answer: unknown) => {
    const { form, columns } = outputOf(flags);
    world.out(`${formatOutput(answer, form, columns)}\n`);
  };
  if (word === 'login') await login(world, table, flags);
  else if (word === 'logout') logout(world, flags);
  else if (word === 'whoami') print(await whoAmI(world, table, flags));
  else if (word === 'profiles') print(profiles(world));
  else if (word === 'use') useProfile(world, rest[0]);
  else if (word === 'completion') world.out(`${completionScript(table, rest[0])}\n`);
  else if (word === 'wait')
    await waitForTasks(
      chooseProfile(world, table, flags),
      rest.map(taskNumber),
      secondsOf(flags),
      (line) => world.err(`${line}\n`),
    );
  else if (table.commands.some(({ group }) => group === word))
    throw new UsageError(unknownVerb(table, word as string, rest[0]));
  else throw new UsageError(unknownCommand(table, word ?? ''));
}

function taskNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" is not a task number.`);
  return Number(text);
}

function unknownCommand(table: Table, word: string): string {
  const groups = [...new Set(table.commands.map(({ group }) => group))];
  return `There is no command "${word}".${suggestion(word, [...groups, ...Object.keys(builtIn)])} List all commands: ${table.name} help`;
}

function unknownVerb(table: Table, group: string, verb: string | undefined): string {
  const verbs = table.commands
    .filter((command) => command.group === group)
    .map((command) => command.verb);
  if (verb === undefined) return `Choose a command:\n${helpOfGroup(table, group)}`;
  const hint = suggestion(verb, verbs, `${group} `);
  return `There is no command "${group} ${verb}".${hint || `\n${helpOfGroup(table, group)}`}`;
}

async function runCommand(
  command: Command,
  { words, flags }: ParsedArguments,
  table: Table,
  world: CliEnvironment,
): Promise<void> {
  const [, , ...named] = words;
  if (named.length !== command.params.length)
    throw new UsageError(`${requireArguments(command, named)}\n\n${helpOf(table, command)}`);
  const isForAll = flags.get('all')?.at(-1) === 'true';
  if (isForAll && !isPaged(command))
    throw new UsageError(
      `--all works with lists only, and ${command.group} ${command.verb} isn’t a list.`,
    );
  const { form, columns } = outputOf(flags);
  const { query, body } = inputOf(
    command,
    flags,
    await wholeBody(flags.get('body')?.at(-1), world),
  );
  const profile = chooseProfile(world, table, flags);
  const params = Object.fromEntries(
    command.params.map((name, index) => [name, named[index] as string]),
  );
  await withIds(profile, params);
  if (body) await resolveInside(profile, body);
  const report = flags.has('quiet') ? () => undefined : (line: string) => world.err(`${line}\n`);
  const answer = isForAll
    ? await callForAllPages(profile, command, { params, query })
    : await callPortal(profile, command, { params, query, ...(body ? { body } : {}) });
  if (Buffer.isBuffer(answer)) return world.out(answer.toString('utf8'));
  world.out(`${formatOutput(answer, form, columns, command.columns)}\n`);
  const more = moreNotice(answer);
  if (more) report(more);
  if (flags.get('wait')?.at(-1) !== 'true') return;
  await waitForTasks(profile, tasksIn(answer), secondsOf(flags), report);
}

function requireArguments(command: Command, args: readonly string[]): string {
  const expected = command.params.map((name) => `<${parameterName(name)}>`).join(' ');
  if (command.params.length === 0)
    return `${command.group} ${command.verb} takes flags only, not "${args.join(' ')}".`;
  return args.length < command.params.length
    ? `${expected} is missing.`
    : `Too many arguments: expected ${expected}.`;
}

/** Replaces names with IDs at the top level of the body and in its lists. */
async function resolveInside(
  profile: Parameters<typeof withIds>[0],
  body: Record<string, unknown>,
): Promise<void> {
  await withIds(profile, body);
  for (const value of Object.values(body))
    for (const item of Array.isArray(value) ? value : [])
      if (typeof item === 'object' && item !== null)
        await withIds(profile, item as Record<string, unknown>);
}

function secondsOf(flags: ReadonlyMap<string, string[]>): number {
  const seconds = Number(flags.get('timeout')?.at(-1) ?? defaultTimeout);
  if (!Number.isFinite(seconds) || seconds <= 0)
    throw new UsageError('--timeout must be a number of seconds.');
  return seconds;
}

async function wholeBody(
  source: string | undefined,
  world: CliEnvironment,
): Promise<Record<string, unknown> | undefined> {
  if (source === undefined) return undefined;
  const text =
    source === '-'
      ? await readAll(world.stdin)
      : source.startsWith('@')
        ? fileText(source.slice(1))
        : source;
  const body = parseJson(text, '--body');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError('--body must be one JSON object.');
  return body as Record<string, unknown>;
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Can’t read ${path}: ${(error as Error).message}`);
  }
}
