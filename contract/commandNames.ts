import type { Endpoint } from './endpoint.ts';

/** How the command line calls an operation: `servers create`. */
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

/** The noun in one and in many: `servers` → `server`, `servers`. */
const formsOf = (group: string): string[] => [group, group.replace(/ies$/, 'y').replace(/(?<=[a-z]{3})s$/, '')];

/**
 * The command of each operation, by the first word of its path and what its name says besides: `createServers` of `/servers` is
 * `servers create`. Where two would be alike, both have their whole names. What published clients call is none of our commands.
 */
export function commandNames(operations: Record<string, Pick<Endpoint, 'path' | 'speaks'>>): Map<string, CommandName> {
  const names = new Map<string, CommandName>();
  for (const [operation, { path, speaks }] of Object.entries(operations)) {
    if (speaks) continue;
    const group = kebab(path.split('/')[1] ?? '') || 'portal';
    const forms = formsOf(group);
    const verb = kebab(operation)
      .split('-')
      .filter((word) => !forms.includes(word))
      .join('-');
    names.set(operation, { group, verb: verb || 'do' });
  }
  const count = new Map<string, number>();
  for (const { group, verb } of names.values()) count.set(`${group} ${verb}`, (count.get(`${group} ${verb}`) ?? 0) + 1);
  for (const [operation, { group, verb }] of names)
    if ((count.get(`${group} ${verb}`) ?? 0) > 1) names.set(operation, { group, verb: kebab(operation) });
  return names;
}
