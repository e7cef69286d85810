import { slices } from '../slices.ts';

/** `slices` prints what each slice declares and which slices use each hook. */
const countedSections = [
  'routes',
  'menu',
  'settings',
  'tasks',
  'periodicJobs',
  'mails',
  'notifications',
  'objects',
  'checks',
] as const;

const width = Math.max(...slices.map(({ name }) => name.length));
for (const slice of slices) {
  const parts = countedSections.flatMap((part) =>
    slice[part] ? [`${slice[part].length} ${part}`] : [],
  );
  process.stdout.write(`${slice.name.padEnd(width)}  ${parts.join(', ')}\n`);
}

const joined = slices.flatMap(({ name, hooks = [] }) => hooks.map(({ hook }) => ({ name, hook })));
const byHook = Map.groupBy(joined, ({ hook }) => hook.name);
process.stdout.write('\nHooks\n');
for (const [hook, all] of [...byHook].sort(([a], [b]) => a.localeCompare(b)))
  process.stdout.write(`  ${hook}: ${[...new Set(all.map(({ name }) => name))].join(', ')}\n`);
