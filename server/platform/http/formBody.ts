import { refuse } from '../../../contract/errors.ts';
import { checkValue } from './strictJson.ts';
import { demandWellEncoded } from './wellEncoded.ts';

const maxFields = 200;

/** `names[]` and `names[0]`: one of several values, in the order they are sent. */
const listField = /^([^[\]]+)\[\d{0,3}\]$/;

/**
 * Reads `application/x-www-form-urlencoded` as strictly as JSON: each field once, except those of a list (`names[]`, `names[0]`), and only
 * text that can be stored. Throws `requestMalformed`.
 */
export function parseForm(source: string): Record<string, string | string[]> {
  demandWellEncoded(source);
  const fields: Record<string, string | string[]> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(source)) {
    count += 1;
    if (count > maxFields)
      throw refuse('requestMalformed', {
        problem: { en: `the form has more than ${maxFields} fields`, he: `בטופס יותר מ-${maxFields} שדות` },
      });
    checkValue({ [name]: value });
    const list = listField.exec(name)?.[1];
    const earlier = Object.hasOwn(fields, list ?? name) ? fields[list ?? name] : undefined;
    if (list !== undefined && (earlier === undefined || Array.isArray(earlier))) {
      checkValue({ [list]: value });
      fields[list] = [...(earlier ?? []), value];
    } else if (earlier === undefined) fields[name] = value;
    else throw refuse('requestMalformed', { problem: { en: 'a field is sent twice', he: 'שדה נשלח פעמיים' } });
  }
  return fields;
}
