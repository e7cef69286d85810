import {
  acceptsName,
  type Command,
  type Field,
  type FieldType,
  kebab,
  UsageError,
} from './commandTable.ts';
import { suggestion } from './suggest.ts';

/** Flags that every command accepts. True if a value follows. */
export const commonFlags: Record<string, boolean> = {
  output: true,
  columns: true,
  all: false,
  wait: false,
  timeout: true,
  profile: true,
  url: true,
  'client-id': true,
  body: true,
  quiet: false,
  help: false,
  version: false,
};

export interface ParsedArguments {
  /** Positional arguments, in order. */
  words: string[];
  /** Values by flag name without the dashes, in the given order. */
  flags: Map<string, string[]>;
}

/**
 * Parses `--name value`, `--name=value`, and `-h`. Boolean flags have no value. `--` ends the
 * flags.
 */
export function parseArguments(
  argv: readonly string[],
  isSwitch: (name: string) => boolean,
): ParsedArguments {
  const positionals: string[] = [];
  const flags = new Map<string, string[]>();
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string;
    if (argument === '--') return { words: [...positionals, ...argv.slice(index + 1)], flags };
    if (argument === '-h') flags.set('help', ['true']);
    else if (argument === '-o') flags.set('output', [valueAfter(argv, ++index, argument)]);
    else if (!argument.startsWith('--')) positionals.push(argument);
    else {
      const [, name = '', inlineValue] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
      const isNegated = name.startsWith('no-') && isSwitch(name.slice(3));
      const value =
        inlineValue ??
        (isNegated ? 'false' : isSwitch(name) ? 'true' : valueAfter(argv, ++index, argument));
      const key = isNegated ? name.slice(3) : name;
      flags.set(key, [...(flags.get(key) ?? []), value]);
    }
  }
  return { words: positionals, flags };
}

function valueAfter(argv: readonly string[], index: number, flag: string): string {
  const value = argv[index];
  if (value === undefined) throw new UsageError(`${flag} needs a value.`);
  return value;
}

/**
 * The flag of a field: `sizeGb` becomes `size-gb`. Fields that accept a name instead of an ID omit
 * the suffix: `imageId` becomes `image`.
 */
export const flagOf = ({ name }: Pick<Field, 'name'>): string =>
  kebab(acceptsName(name) ? name.replace(/Id$/, '') : name);

/** The field of a flag. `--image-id` is also accepted for `--image`. */
const fieldOf = (command: Command, flag: string): Field | undefined =>
  command.fields.find(
    (field) => flagOf(field) === flag || (acceptsName(field.name) && kebab(field.name) === flag),
  );

/** Whether a flag of the command has no value. */
export const switchesOf =
  (command: Command | undefined) =>
  (name: string): boolean =>
    name in commonFlags
      ? commonFlags[name] === false
      : (command?.fields.some((field) => field.type === 'boolean' && flagOf(field) === name) ??
        false);

export interface Input {
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

/**
 * The input from flags and an optional complete body. A flag overrides the same field of the body.
 */
export function inputOf(
  command: Command,
  flags: ReadonlyMap<string, string[]>,
  wholeRequestBody: Record<string, unknown> | undefined,
): Input {
  const query: Record<string, string> = {};
  const body: Record<string, unknown> = { ...(wholeRequestBody ?? {}), ...command.fixed };
  for (const [name, values] of flags) {
    if (name in commonFlags) continue;
    const [head = '', ...path] = name.split('.');
    const field = fieldOf(command, head);
    if (!field) throw new UsageError(unknownFlag(command, name));
    if (path.length > 0) setPath(body, [field.name, ...path], parseScalar(values.at(-1) ?? ''));
    else if (field.in === 'query') query[field.name] = values.at(-1) ?? '';
    else body[field.name] = valueFor(field, values);
  }
  const missing = command.fields.filter(
    ({ name, in: location, isRequired }) =>
      isRequired && !(location === 'query' ? name in query : name in body),
  );
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((field) => `--${flagOf(field)}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} required. See: ${command.group} ${command.verb} --help`,
    );
  const acceptsBody =
    command.fixed !== undefined ||
    command.fields.some(({ in: location }) => location === 'body') ||
    wholeRequestBody !== undefined;
  return { query, body: acceptsBody ? body : undefined };
}

function unknownFlag({ fields }: Command, name: string): string {
  const fieldFlags = fields.map(flagOf);
  const hint = suggestion(name, [...fieldFlags, ...Object.keys(commonFlags)], '--');
  const all =
    fieldFlags.length > 0
      ? ` This command takes ${fieldFlags.map((flag) => `--${flag}`).join(', ')}.`
      : '';
  return `There is no flag --${name}.${hint || all}`;
}

function valueFor(field: Field, values: readonly string[]): unknown {
  if (field.type !== 'list') return scalar(field.type, values.at(-1) ?? '', field);
  if (values.length === 1 && values[0]?.trim().startsWith('['))
    return parseJson(values[0], flagOf(field));
  return values.map((value) => itemOf(field, value));
}

/** Parses `sizeGb=20,isBoot=true`, or a single value for items with one required field. */
function itemOf(field: Field, value: string): unknown {
  const { type = 'string', fields } = field.item ?? {};
  if (!fields || value.trim().startsWith('{')) return scalar(type, value, field);
  const [only, ...others] = fields.filter(({ isRequired }) => isRequired);
  if (only && others.length === 0 && !value.includes('='))
    return { [only.name]: scalar(only.type, value, field) };
  const pairs = value.split(',').map((pair): [string, unknown] => {
    const [name = '', ...rest] = pair.split('=');
    const matchingField = fields.find(
      (candidate) => candidate.name === name || kebab(candidate.name) === name,
    );
    if (!matchingField)
      throw new UsageError(
        `--${flagOf(field)} has no part "${name}". Write ${fields.map((each) => `${each.name}=…`).join(',')}.`,
      );
    return [matchingField.name, scalar(matchingField.type, rest.join('='), field)];
  });
  return Object.fromEntries(pairs);
}

function scalar(type: FieldType, text: string, field: Field): unknown {
  const flag = `--${flagOf(field)}`;
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false')
      throw new UsageError(`${flag} must be true or false, not "${text}".`);
    return text === 'true';
  }
  if (type === 'integer' || type === 'number') {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number))
      throw new UsageError(`${flag} must be a number, not "${text}".`);
    return number;
  }
  if (type === 'string') {
    if (field.choices && field.type === 'string' && !field.choices.includes(text))
      throw new UsageError(
        `${flag} must be one of ${field.choices.join(', ')}, not "${text}".${suggestion(text, field.choices)}`,
      );
    return text;
  }
  return parseScalar(text);
}

/** Parses the text as JSON if possible. Otherwise returns the text itself. */
function parseScalar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${source} is not JSON: ${(error as Error).message}`);
  }
}

/** Sets a path such as `disks.0.size-gb` in the body, creating missing parts. */
function setPath(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let target: Record<string, unknown> = body;
  path.forEach((part, index) => {
    const key = part.replace(/-([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
    if (key === '__proto__' || key === 'constructor')
      throw new UsageError(`There is no field ${key}.`);
    if (index === path.length - 1) target[key] = value;
    else {
      target[key] ??= /^\d+$/.test(path[index + 1] ?? '') ? [] : {};
      target = target[key] as Record<string, unknown>;
    }
  });
}
