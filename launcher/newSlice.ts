import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { print, UserError } from './output.ts';
import { projectFolder } from './project.ts';
import { runQuietly } from './run/processes.ts';
import { areas } from './structure/structure.ts';

const template = join(import.meta.dirname, 'mold');
const usage =
  'Usage: new slice <area>/<plural> --one=<singular> --he=<Hebrew singular>,<Hebrew plural>, for example: new slice people/notes --one=note --he=הערה,הערות';

/** A slice's names, in every form that its files need. */
interface Names {
  /** `cloud` */
  area: string;
  /** `maintenanceWindows` */
  many: string;
  /** `maintenanceWindow` */
  one: string;
  heOne: string;
  heMany: string;
}

/**
 * `new slice <area>/<plural>` creates a complete working noun: list, detail, form, bulk delete,
 * CSV, live updates, permissions, audit, texts, migration, test, and journey, and adds it to the
 * three lists.
 */
export async function newSlice([kind, ...args]: readonly string[]): Promise<number> {
  if (kind !== 'slice') throw new UserError(usage);
  const names = namesOf(args);
  const folder = join(projectFolder, 'slices', names.area, names.many);
  if ((await Array.fromAsync(glob('*', { cwd: folder }))).length > 0)
    throw new UserError(`The folder slices/${names.area}/${names.many} is already there.`);
  const fillTemplate = placeholderFiller(names, await nextNumbers());
  const createdFiles: string[] = [];
  for await (const file of glob('**/*.mold', { cwd: template })) {
    const path = join('slices', names.area, names.many, fillTemplate(file.replace(/\.mold$/, '')));
    await mkdir(dirname(join(projectFolder, path)), { recursive: true });
    await writeFile(
      join(projectFolder, path),
      fillTemplate(await readFile(join(template, file), 'utf8')),
      {
        flag: 'wx',
      },
    );
    createdFiles.push(path);
  }
  await addToLists(names);
  const code = [...createdFiles.filter((path) => /\.tsx?$/.test(path)), ...lists];
  await runQuietly('node_modules/.bin/biome', ['check', '--write', ...code], 'Formatting');
  for (const path of createdFiles.sort()) print(path);
  print(`Added to ${lists.join(', ')}. Next, run: ./cloudberth openapi, ./cloudberth policy`);
  return 0;
}

function namesOf(args: readonly string[]): Names {
  const [area = '', many = ''] = (args.find((arg) => !arg.startsWith('-')) ?? '').split('/');
  const option = (name: string) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  const [heOne = '', heMany = ''] = option('he').split(',');
  const one = option('one') || many.replace(/s$/, '');
  if (!areas.some((candidate) => candidate === area))
    throw new UserError(`The area must be one of ${areas.join(', ')}. ${usage}`);
  if (![many, one].every((name) => /^[a-z][A-Za-z]+$/.test(name)) || many === one)
    throw new UserError(`The names must be English words, such as notes and note. ${usage}`);
  if (![heOne, heMany].every((name) => /^[\u0590-\u05ff ]+$/.test(name)))
    throw new UserError(`The Hebrew names are missing. ${usage}`);
  return { area, many, one, heOne, heMany };
}

interface Numbers {
  /** The migration's number, with leading zeros. */
  number: string;
  /** The error's number. */
  code: string;
}

async function nextNumbers(): Promise<Numbers> {
  const { listMigrations } = await import('../server/platform/database/migrate.ts');
  const { messages } = await import('../contract/errors/messages.ts');
  const last = Number((await listMigrations()).at(-1)?.name.slice(0, 4));
  const codes = Object.values(messages).map(({ code }) => code as number);
  return { number: String(last + 1).padStart(4, '0'), code: String(Math.max(...codes) + 1) };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const splitCase = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());

function placeholderFiller({ many, one, heOne, heMany }: Names, numbers: Numbers) {
  const [word, plural] = [splitCase(one, ' '), splitCase(many, ' ')];
  const values: Record<string, string> = {
    ...{ many, one, heOne, heMany, word, words: plural, ...numbers },
    ...{ One: capitalized(one), Many: capitalized(many) },
    ...{ Word: capitalized(word), Words: capitalized(plural) },
    aWord: `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`,
    table: splitCase(one, '_'),
    tables: splitCase(many, '_'),
  };
  return (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (match, name: string) => values[name] ?? match);
}

const lists = ['contract/index.ts', 'server/slices.ts', 'web/routes.ts'];

/** Adds one line to each list. Biome sorts the imports. */
async function addToLists({ area, many, one }: Names): Promise<void> {
  await change('contract/index.ts', (text) =>
    `import * as ${many} from '../slices/${area}/${many}/contract.ts';\n${text}`.replace(
      '\n};\n\nconst declarations',
      `\n  ${many},\n};\n\nconst declarations`,
    ),
  );
  await change('server/slices.ts', (text) =>
    `import { ${many}Slice } from '../slices/${area}/${many}/server/slice.ts';\n${text}`.replace(
      /\n\];\n$/,
      `\n  ${many}Slice,\n];\n`,
    ),
  );
  await change('web/routes.ts', (text) =>
    text
      .replace(
        '\nimport { accountScreens }',
        `\nimport { ${one}Screens } from '../slices/${area}/${many}/web/routes.tsx';\nimport { accountScreens }`,
      )
      .replace('\n];\n\nexport const screens', `\n  ...${one}Screens,\n];\n\nexport const screens`),
  );
}

async function change(path: string, transform: (text: string) => string): Promise<void> {
  const file = join(projectFolder, path);
  const before = await readFile(file, 'utf8');
  const after = transform(before);
  if (after === before) throw new UserError(`The slice could not be added to ${path}.`);
  await writeFile(file, after);
}
