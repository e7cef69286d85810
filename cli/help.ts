import { flagOf } from './flags.ts';
import { type Command, type Field, kebab, type Table } from './table.ts';

export const builtIn: Record<string, string> = {
  login: 'Signs in with an API key and keeps it in a profile.',
  logout: 'Forgets a profile.',
  whoami: 'Says whose key it is and what it may do.',
  profiles: 'The profiles there are.',
  use: 'Takes another profile from now on.',
  wait: 'Waits until tasks have ended, by their numbers.',
  completion: 'Prints the completion of commands for bash, zsh or fish.',
  help: 'This text, or that of a command.',
};

const common = `
  --output table|json|csv   how the answer is written (-o)
  --columns a,b.c           which columns a table or CSV has
  --wait                    waits until the tasks that were begun have ended
  --timeout seconds         how long at most (default 1800)
  --profile name            another profile than the present one
  --body text|@file|-       the whole body as JSON; flags win over it`;

export function overview(table: Table): string {
  const groups = [...new Set(table.commands.map(({ group }) => group))];
  const width = Math.max(...[...groups, ...Object.keys(builtIn)].map((word) => word.length));
  const verbs = (group: string) => table.commands.filter((command) => command.group === group).map(({ verb }) => verb);
  return `${table.name}: servers, networks and the rest of ${table.url || 'the portal'} from a terminal.

${table.name} <noun> <verb> [ids or names] [--flags]

${Object.entries(builtIn)
  .map(([word, text]) => `  ${word.padEnd(width)}  ${text}`)
  .join('\n')}

${groups.map((group) => `  ${group.padEnd(width)}  ${fitted(verbs(group))}`).join('\n')}
${common}

More of a noun: ${table.name} help servers. Of a command: ${table.name} help servers create.`;
}

function fitted(verbs: readonly string[]): string {
  const shown = verbs.slice(0, 7).join(', ');
  return verbs.length > 7 ? `${shown} … (${verbs.length})` : shown;
}

export function helpOfGroup(table: Table, group: string): string {
  const commands = table.commands.filter((command) => command.group === group);
  const width = Math.max(...commands.map(({ verb }) => verb.length));
  return commands.map(({ verb, summary }) => `  ${table.name} ${group} ${verb.padEnd(width)}  ${summary}`).join('\n');
}

export function helpOf(table: Table, command: Command): string {
  const usage = [table.name, command.group, command.verb, ...command.params.map((name) => `<${kebab(name)}>`)].join(' ');
  const width = Math.max(0, ...command.fields.map((field) => flagOf(field).length));
  const fields = command.fields.map((field) => `  --${flagOf(field).padEnd(width)}  ${describe(field)}`);
  return `${command.summary}

${usage}${fields.length > 0 ? ' [--flags]' : ''}
${fields.length > 0 ? `\n${fields.join('\n')}\n` : ''}${common}

${command.method} /svc${command.path}`;
}

function describe({ type, choices, item, isRequired }: Field): string {
  const what = choices
    ? choices.join('|')
    : type === 'list'
      ? `${itemText(item)}, once for each`
      : type === 'json'
        ? 'JSON, or dotted: --name.field value'
        : type;
  return isRequired ? `${what} (needed)` : what;
}

function itemText(item: Field['item']): string {
  return item?.fields ? item.fields.map(({ name, type }) => `${name}=${type}`).join(',') : (item?.type ?? 'string');
}
