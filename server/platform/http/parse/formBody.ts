import { userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';
import { checkValue } from './strictJson.ts';
import { requireWellEncoded } from './wellEncoded.ts';

const maxFields = 200;

/** `names[]` and `names[0]`: one of several values, in the order in which they are sent. */
const listField = /^([^[\]]+)\[\d{0,3}\]$/;

/**
 * A form field, with `[]` or `[0]` for a list entry. Anything else after `&` belongs to the
 * previous value.
 */
const fieldNamePattern = /^([A-Za-z_][\w.-]*)(?:\[\d{0,3}\]|%5B\d{0,3}%5D)?=/i;

/**
 * Parses `application/x-www-form-urlencoded` as strictly as JSON. Each field is allowed only once,
 * except list fields (`names[]`, `names[0]`), and only text that can be stored is accepted. `fieldNames`
 * contains the fields of the call, or is undefined if any field is allowed. Throws
 * `requestMalformed`.
 */
export function parseForm(
  source: string,
  fieldNames?: ReadonlySet<string>,
): Record<string, string | string[]> {
  requireWellEncoded(source);
  const fields: Record<string, string | string[]> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(
    isPathEscaped(source) ? parsePathEscaped(source, fieldNames) : source,
  )) {
    count += 1;
    if (count > maxFields)
      throw userError('requestMalformed', {
        problem: localize('formBody.problem.formMoreThanFields', { maxFields }),
      });
    checkValue({ [name]: value });
    const list = listField.exec(name)?.[1];
    const earlier = Object.hasOwn(fields, list ?? name) ? fields[list ?? name] : undefined;
    if (list !== undefined && (earlier === undefined || Array.isArray(earlier))) {
      checkValue({ [list]: value });
      fields[list] = [...(earlier ?? []), value];
    } else if (earlier === undefined) fields[name] = value;
    else
      throw userError('requestMalformed', {
        problem: localize('formBody.problem.fieldSentTwice'),
      });
  }
  return fields;
}

/**
 * Forms encode a space as `+`. If the form contains `%20`, its values are path-escaped, as in
 * cloudcli (Go, `url.PathEscape`).
 */
const isPathEscaped = (source: string): boolean => source.includes('%20');

/**
 * Converts a form to the standard encoding. Path-escaped values contain `+`, `&`, and `=`
 * literally, for example in SSH keys and scripts. Throws `requestMalformed` if a value contains
 * something that could be a field, because the rest would be lost.
 */
function parsePathEscaped(source: string, fieldNames: ReadonlySet<string> | undefined): string {
  const [first = '', ...others] = source.replaceAll('+', '%2B').split('&');
  return others.reduce((form, part) => {
    const name = fieldNamePattern.exec(part)?.[1];
    if (name !== undefined && fieldNames?.has(name) === false)
      throw userError('requestMalformed', { problem: ambiguous }, name.slice(0, 100));
    return `${form}${name === undefined ? '%26' : '&'}${part}`;
  }, first);
}

const ambiguous = localize('http.ambiguous');
