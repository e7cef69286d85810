import { userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';
import { checkValue } from './strictJson.ts';
import { requireWellEncoded } from './wellEncoded.ts';

const maxFields = 200;

/** `names[]` and `names[0]`: one of several values, in the order they are sent. */
const listField = /^([^[\]]+)\[\d{0,3}\]$/;

/**
 * A form field, with `[]` or `[0]` for a list entry; anything else after `&` belongs to the
 * previous value.
 */
const fieldStart = /^([A-Za-z_][\w.-]*)(?:\[\d{0,3}\]|%5B\d{0,3}%5D)?=/i;

/**
 * Reads `application/x-www-form-urlencoded` as strictly as JSON: each field once, except those of a
 * list (`names[]`, `names[0]`), and only text that can be stored. `known` are the fields of the
 * call, undefined where any may be sent. Throws `requestMalformed`.
 */
export function parseForm(
  source: string,
  known?: ReadonlySet<string>,
): Record<string, string | string[]> {
  requireWellEncoded(source);
  const fields: Record<string, string | string[]> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(
    isPathEscaped(source) ? fromPathEscaped(source, known) : source,
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
 * Forms encode a space as `+`. If it is `%20`, the values are escaped like a path, as cloudcli does
 * (Go, `url.PathEscape`).
 */
const isPathEscaped = (source: string): boolean => source.includes('%20');

/**
 * The form in the standard encoding. Escaped like a path, values contain `+`, `&`, and `=`
 * literally, as in SSH keys and scripts. Throws `requestMalformed` if a value contains something
 * that could be a field, because the rest would be lost.
 */
function fromPathEscaped(source: string, known: ReadonlySet<string> | undefined): string {
  const [first = '', ...others] = source.replaceAll('+', '%2B').split('&');
  return others.reduce((form, part) => {
    const name = fieldStart.exec(part)?.[1];
    if (name !== undefined && known?.has(name) === false)
      throw userError('requestMalformed', { problem: ambiguous }, name.slice(0, 100));
    return `${form}${name === undefined ? '%26' : '&'}${part}`;
  }, first);
}

const ambiguous = localize('http.ambiguous');
