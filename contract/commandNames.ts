import type { Endpoint } from './endpoint.ts';

/** The command line name of an operation: `servers create`. */
export interface CommandName {
  group: string;
  verb: string;
}

const kebab = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** Nouns whose customer-facing name differs from the path. */
const groupNames: Record<string, string> = {
  apikeys: 'keys',
  'log-view': 'activity-log',
  'login-log': 'sign-ins',
  queue: 'tasks',
  invoice: 'documents',
  report: 'reports',
};

/** Command line names of verbs, with one word per meaning. */
const apiVerbs: Record<string, string> = { read: 'get', change: 'update', withdraw: 'revoke' };

/**
 * The singular and plural of the noun, as they appear within an operation's name: `servers` →
 * `server`, `servers`.
 */
const formsOf = (noun: string): string[] => [
  noun,
  noun.replace(/ies$/, 'y').replace(/(?<=[a-z]{3})s$/, ''),
];

function verbOf(operation: string, noun: string): string {
  const forms = formsOf(noun).join('|');
  const rest = kebab(operation)
    .replace(new RegExp(`(?<=^|-)(?:own-)?(?:${forms})(?=-|$)`), '')
    .replace(/(?<=^|-)own(?=-|$)/, '');
  const [first = '', ...others] = rest.split('-').filter(Boolean);
  return [apiVerbs[first] ?? first, ...others].filter(Boolean).join('-') || 'get';
}

/**
 * The command of each operation, either declared or derived from the first segment of its path and
 * the rest of its name. `createServers` of `/servers` becomes `servers create`, and `getServerCost`
 * becomes `servers get-cost`. Operations whose derived names conflict keep their full names.
 * Operations of the compatible API have no command.
 */
export function commandNames(
  operations: Record<string, Pick<Endpoint, 'path' | 'speaks' | 'command'>>,
): Map<string, CommandName> {
  const names = new Map<string, CommandName>();
  const declared = new Set<string>();
  for (const [operation, { path, speaks, command }] of Object.entries(operations)) {
    if (speaks) continue;
    if (command) {
      const [group = '', verb = ''] = command.split(' ');
      names.set(operation, { group, verb });
      declared.add(operation);
      continue;
    }
    const noun = kebab(path.split('/')[1] ?? '') || 'portal';
    names.set(operation, { group: groupNames[noun] ?? noun, verb: verbOf(operation, noun) });
  }
  const count = new Map<string, number>();
  for (const { group, verb } of names.values())
    count.set(`${group} ${verb}`, (count.get(`${group} ${verb}`) ?? 0) + 1);
  for (const [operation, { group, verb }] of names)
    if ((count.get(`${group} ${verb}`) ?? 0) > 1 && !declared.has(operation))
      names.set(operation, { group, verb: kebab(operation) });
  return names;
}
