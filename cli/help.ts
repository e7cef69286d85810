import { type Command, type Field, kebab, namedResources, type Table } from './commandTable.ts';
import { flagOf } from './flags.ts';
import { isPaged } from './pages.ts';

export const builtIn: Record<string, string> = {
  login: 'Sign in with an API key and save it in a profile.',
  logout: 'Remove a profile.',
  whoami: 'Show whose key this is and what it can do.',
  profiles: 'List profiles.',
  use: 'Switch to another profile.',
  wait: 'Wait until tasks finish, by task number.',
  completion: 'Print command completion for bash, zsh, or fish.',
  help: 'Show help, in general or for one command.',
};

const common: readonly (readonly [string, string])[] = [
  ['--output table|json|yaml|csv', 'output format (-o)'],
  ['--columns a,b.c', 'columns to show'],
  ['--wait', 'wait until the tasks have finished'],
  ['--timeout seconds', 'longest wait (default 1800)'],
  ['--profile name', 'use another profile'],
  ['--body text|@file|-', 'whole body as JSON; flags override its fields'],
  ['--quiet', 'no progress and no hints'],
];

const twoColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
};

export function overview(table: Table): string {
  const groups = [...new Set(table.commands.map(({ group }) => group))];
  const verbs = (group: string) =>
    table.commands.filter((command) => command.group === group).map(({ verb }) => verb);
  return `${table.name}: manage servers, networks, and more at ${table.url || 'the portal'} from a terminal.

Usage: ${table.name} <noun> <verb> [IDs or names] [flags]

${twoColumns(Object.entries(builtIn))}

${twoColumns(groups.map((group) => [group, verbSummary(verbs(group))] as const))}

${twoColumns([...common, ['--version', 'version of this program']])}

Help for a noun: ${table.name} help servers. For a command: ${table.name} help servers create.`;
}

function verbSummary(verbs: readonly string[]): string {
  const verbList = verbs.slice(0, 7).join(', ');
  return verbs.length > 7 ? `${verbList} … (${verbs.length})` : verbList;
}

export function helpOfGroup(table: Table, group: string): string {
  const commands = table.commands.filter((command) => command.group === group);
  return twoColumns(
    commands.map(({ verb, summary }) => [`${table.name} ${group} ${verb}`, summary] as const),
  );
}

export function helpOf(table: Table, command: Command): string {
  const usage = [
    table.name,
    command.group,
    command.verb,
    ...command.params.map((name) => `<${parameterName(name)}>`),
  ].join(' ');
  const fields = command.fields.map((field) => [`--${flagOf(field)}`, describe(field)] as const);
  const resourceParams = command.params
    .filter((name) => name in namedResources)
    .map((name) => namedResources[name]);
  const shared = isPaged(command)
    ? [...common, ['--all', 'all pages, not only the first'] as const]
    : common;
  return `${command.summary}

Usage: ${usage}${fields.length > 0 ? ' [flags]' : ''}
${resourceParams.length > 0 ? `\nGive the ${resourceParams.join(' and ')} by name or ID.\n` : ''}${fields.length > 0 ? `\n${twoColumns(fields)}\n` : ''}
${twoColumns(shared)}

${command.method} /svc${command.path}`;
}

/** The displayed name of a parameter. `serverId` can also be a name, and is shown as `server`. */
export const parameterName = (name: string): string => namedResources[name] ?? kebab(name);

function describe(field: Field): string {
  const { name, isRequired, min, max } = field;
  const range = min !== undefined && max !== undefined ? `, ${min} to ${max}` : '';
  const valueText =
    name in namedResources
      ? `name or ID of the ${namedResources[name]}`
      : `${valuesOf(field)}${range}`;
  return isRequired ? `${valueText} (required)` : valueText;
}

function valuesOf({ type, choices, item }: Field): string {
  if (choices) return choices.join('|');
  if (type === 'list') return `${itemText(item)}, repeatable`;
  return type === 'json' ? 'JSON, or dotted flags: --name.field value' : type;
}

function itemText(item: Field['item']): string {
  return item?.fields
    ? item.fields.map(({ name, type }) => `${name}=${type}`).join(',')
    : (item?.choices?.join('|') ?? item?.type ?? 'string');
}
