import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { Reason } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import type { ManifestText } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { maxMatchedLength } from './pattern.ts';
import type { Manifest, Values } from './tables.ts';

type Parameter = Manifest['parameters'][number];
export type InputValues = Record<string, unknown>;

/** Validated values for the installation of a package. */
export interface ValidatedValues {
  values: Values;
  /** Passwords that were entered or generated. */
  secrets: Record<string, string>;
}

/** Returns a manifest text in the given language, or in English, which every manifest contains. */
export const textIn = (texts: ManifestText, language: Language): string =>
  texts[language] ?? texts.en;

/**
 * Validates every value against the manifest. `keyOf` returns the field name of a parameter for
 * errors.
 */
export function checkValues(
  { parameters }: Pick<Manifest, 'parameters'>,
  input: InputValues,
  language: Language,
  keyOf: (name: string) => string,
): { checked: ValidatedValues; reasons: Reason[] } {
  const reasons: Reason[] = [];
  const addProblem = (title: string, problem: LocalizedText, name: string) =>
    reasons.push({ name: 'packageParameterInvalid', values: { title, problem }, key: keyOf(name) });
  for (const name of Object.keys(input))
    if (!parameters.some((parameter) => parameter.name === name))
      addProblem(name, localize('values.checkValues.packageNoSuchParameter'), name);
  const checked: ValidatedValues = { values: {}, secrets: {} };
  for (const parameter of parameters) {
    const value = orDefault(parameter, input[parameter.name]);
    const problem = problemOf(parameter, value);
    if (problem) addProblem(textIn(parameter.title, language), problem, parameter.name);
    else if (parameter.type === 'password')
      checked.secrets[parameter.name] =
        value === '' && parameter.generate ? newPassword() : String(value);
    else checked.values[parameter.name] = value as string | number | boolean;
  }
  return { checked, reasons };
}

function orDefault(parameter: Parameter, value: unknown): unknown {
  if (value !== undefined && value !== null && value !== '') return value;
  return parameter.default ?? (parameter.type === 'boolean' ? false : '');
}

function problemOf(parameter: Parameter, value: unknown): LocalizedText | null {
  const { type, required, generate } = parameter;
  if (value === '') {
    const isNeeded =
      required || (type === 'password' && !generate) || type === 'number' || type === 'choice';
    return isNeeded ? localize('values.problemOf.valueRequired') : null;
  }
  if (type === 'boolean')
    return typeof value === 'boolean' ? null : localize('values.problemOf.enterYesNo');
  if (type === 'number') return numberProblem(parameter, value);
  if (typeof value !== 'string') return localize('values.problemOf.enterText');
  return textProblem(parameter, value);
}

function numberProblem(
  { min = -1e15, max = 1e15 }: Parameter,
  value: unknown,
): LocalizedText | null {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return localize('values.numberProblem.enterNumber');
  return value < min || value > max
    ? localize('values.numberProblem.mustFrom', { value, min, max })
    : null;
}

const email = /^[^\s@"'<>()]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,}$/;
const host =
  /^(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const controlCharacter = /[\u0000-\u001f\u007f]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const controlExceptLineBreaks = /[\u0000-\u0008\u000b-\u001f\u007f]/u;

function textProblem(parameter: Parameter, value: string): LocalizedText | null {
  const {
    type,
    minLength = 0,
    maxLength = type === 'multiline' ? 4000 : 256,
    pattern,
    options,
  } = parameter;
  const control = type === 'multiline' ? controlExceptLineBreaks : controlCharacter;
  if (control.test(value) || !value.isWellFormed())
    return localize('values.textProblem.controlCharactersArentAllowed');
  if (value.length < minLength || value.length > maxLength)
    return localize('values.textProblem.enterCharactersEntered', {
      minLength,
      maxLength,
      valueCount: value.length,
    });
  if (type === 'email' && !email.test(value))
    return localize('values.textProblem.isntValidEmailAddress', { value });
  if (type === 'host' && !host.test(value) && isIP(value) === 0)
    return localize('values.textProblem.isntValidHostname', { value });
  if (type === 'choice' && !options?.some((option) => option.value === value))
    return localize('values.textProblem.isntAvailable', { value });
  if (pattern === undefined) return null;
  if (value.length <= maxMatchedLength && new RegExp(pattern, 'u').test(value)) return null;
  const hint = parameter.patternHint;
  return hint
    ? eachLanguage((language) => `${textIn(hint, language)}.`)
    : localize('values.textProblem.mustMatch', { value, pattern });
}

/** Letters and digits that can't be confused with one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Generates a password of 20 characters (115 bits). */
export const newPassword = (): string =>
  Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The environment of the scripts: every parameter as `APP_…`, empty if not set. */
export function environmentOf(
  { parameters }: Pick<Manifest, 'parameters'>,
  { values, secrets }: ValidatedValues,
): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ name }) => [
      `APP_${name.toUpperCase()}`,
      String(secrets[name] ?? values[name] ?? ''),
    ]),
  );
}
