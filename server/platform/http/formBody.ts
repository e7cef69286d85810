import { refuse } from '../../../contract/errors.ts';
import { checkValue } from './strictJson.ts';
import { demandWellEncoded } from './wellEncoded.ts';

const maxFields = 200;

/** Reads `application/x-www-form-urlencoded` as strictly as JSON: each field once, text that can be kept. Throws `requestMalformed`. */
export function parseForm(source: string): Record<string, string> {
  demandWellEncoded(source);
  const fields: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(source)) {
    count += 1;
    if (count > maxFields)
      throw refuse('requestMalformed', {
        problem: { en: `the form has more than ${maxFields} fields`, he: `בטופס יותר מ-${maxFields} שדות` },
      });
    if (Object.hasOwn(fields, name)) throw refuse('requestMalformed', { problem: { en: 'a field is given twice', he: 'שדה ניתן פעמיים' } });
    checkValue({ [name]: value });
    fields[name] = value;
  }
  return fields;
}
