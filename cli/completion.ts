import { type Table, UsageError } from './commandTable.ts';
import { commonFlags, flagOf } from './flags.ts';
import { builtIn } from './help.ts';
import { outputs } from './output.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Possible next words. The last element of `args` is the word being typed. */
export function candidates(table: Table, args: readonly string[]): string[] {
  const last = args.at(-1) ?? '';
  const before = args.slice(0, -1).filter((word) => !word.startsWith('-'));
  const previous = args.at(-2) ?? '';
  const withPrefix = (words: readonly string[]) =>
    [...new Set(words)].filter((word) => word.startsWith(last)).sort();
  const command = table.commands.find(
    ({ group, verb }) => group === before[0] && verb === before[1],
  );
  if (previous === '--output' || previous === '-o') return withPrefix(outputs);
  if (previous === '--columns' && command) return withPrefix(command.columns);
  const field = command?.fields.find((each) => `--${flagOf(each)}` === previous);
  if (field?.choices) return withPrefix(field.choices);
  if (last.startsWith('-'))
    return withPrefix([
      ...(command?.fields ?? []).map((each) => `--${flagOf(each)}`),
      ...Object.keys(commonFlags).map((name) => `--${name}`),
    ]);
  const groups = table.commands.map(({ group }) => group);
  if (before.length === 0) return withPrefix([...Object.keys(builtIn), ...groups]);
  if (before[0] === 'help' && before.length === 1) return withPrefix(groups);
  if (before[0] === 'completion') return withPrefix(shells);
  const group = before[0] === 'help' ? before[1] : before[0];
  const argumentIndex = before[0] === 'help' ? 2 : 1;
  return before.length === argumentIndex
    ? withPrefix(table.commands.filter((each) => each.group === group).map(({ verb }) => verb))
    : [];
}

/** The completion script for a shell. It calls the program itself, so it never becomes outdated. */
export function completionScript(table: Table, shell: string | undefined): string {
  const { name } = table;
  if (shell === 'bash')
    return `_${name}() {
  local IFS=$'\\n'
  COMPREPLY=( $(${name} __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) )
}
complete -o default -F _${name} ${name}`;
  if (shell === 'zsh')
    return `#compdef ${name}
_${name}() {
  local -a words_found
  words_found=("\${(@f)$(${name} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a words_found
}
compdef _${name} ${name}`;
  if (shell === 'fish')
    return `complete -c ${name} -f -a '(${name} __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`;
  throw new UsageError(
    `Choose a shell: ${shells.map((each) => `${name} completion ${each}`).join(', ')}.`,
  );
}
