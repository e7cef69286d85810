import type * as z from 'zod';
import type { Texts } from '../../contract/languages.ts';

type Issue = z.core.$ZodRawIssue;
/** Bounds of a value: `origin` is the kind of value. */
interface Bound {
  origin: string;
  limit: string;
  isInclusive: boolean;
}

/** What to enter where a schema has no text of its own for a wrong value. */
export function defaultText(issue: Issue): Texts {
  if (issue.code === 'invalid_type') return types[String(issue.expected)] ?? other;
  if (issue.code === 'invalid_format') return formats[String(issue.format)] ?? format;
  if (issue.code === 'too_small') return atLeast(boundOf(issue, issue.minimum));
  if (issue.code === 'too_big') return atMost(boundOf(issue, issue.maximum));
  if (issue.code === 'invalid_value') return oneOf(issue.values as readonly unknown[]);
  if (issue.code === 'unrecognized_keys')
    return { en: 'This field is unknown.', he: 'שדה לא מוכר.' };
  if (issue.code === 'not_multiple_of')
    return {
      en: `Enter a multiple of ${issue.divisor}.`,
      he: `יש להזין כפולה של ${issue.divisor}.`,
    };
  return other;
}

const other: Texts = { en: "This value isn't valid.", he: 'הערך אינו תקין.' };
const format: Texts = {
  en: "This value doesn't have the required format.",
  he: 'הערך אינו בתבנית הנדרשת.',
};

const text: Texts = { en: 'Enter text.', he: 'יש להזין טקסט.' };
const number: Texts = { en: 'Enter a number.', he: 'יש להזין מספר.' };
const types: Record<string, Texts> = {
  string: text,
  number,
  bigint: number,
  int: { en: 'Enter a whole number.', he: 'יש להזין מספר שלם.' },
  boolean: { en: 'Enter true or false.', he: 'יש להזין true או false.' },
  array: { en: 'Enter a list.', he: 'יש להזין רשימה.' },
  object: { en: 'Enter an object with fields.', he: 'יש להזין אובייקט עם שדות.' },
  record: { en: 'Enter an object with fields.', he: 'יש להזין אובייקט עם שדות.' },
};

const link: Texts = {
  en: 'Enter a URL, for example https://example.com.',
  he: 'יש להזין כתובת URL, למשל https://example.com.',
};
const formats: Record<string, Texts> = {
  uuid: { en: 'Enter a valid ID.', he: 'יש להזין מזהה תקין.' },
  email: {
    en: 'Enter an email address, for example name@example.com.',
    he: 'יש להזין כתובת דוא"ל, למשל name@example.com.',
  },
  url: link,
  datetime: {
    en: 'Enter a date and time, for example 2026-11-25T10:00:00Z.',
    he: 'יש להזין תאריך ושעה, למשל 2026-11-25T10:00:00Z.',
  },
  date: { en: 'Enter a date, for example 2026-11-25.', he: 'יש להזין תאריך, למשל 2026-11-25.' },
  ipv4: {
    en: 'Enter an IPv4 address, for example 192.0.2.10.',
    he: 'יש להזין כתובת IPv4, למשל 192.0.2.10.',
  },
  ipv6: {
    en: 'Enter an IPv6 address, for example 2001:db8::10.',
    he: 'יש להזין כתובת IPv6, למשל 2001:db8::10.',
  },
};

const boundOf = (issue: Issue, limit: unknown): Bound => ({
  origin: String(issue.origin),
  limit: String(limit),
  isInclusive: issue.inclusive !== false,
});

function atLeast({ origin, limit, isInclusive }: Bound): Texts {
  if (origin === 'string')
    return limit === '1'
      ? { en: "This field can't be empty.", he: 'השדה לא יכול להיות ריק.' }
      : { en: `Enter at least ${limit} characters.`, he: `יש להזין ${limit} תווים לפחות.` };
  if (isCounted(origin))
    return limit === '1'
      ? { en: 'Add at least one entry.', he: 'יש להוסיף פריט אחד לפחות.' }
      : { en: `Add at least ${limit} entries.`, he: `יש להוסיף ${limit} פריטים לפחות.` };
  return isInclusive
    ? { en: `Enter ${limit} or more.`, he: `יש להזין ${limit} או יותר.` }
    : { en: `Enter a number above ${limit}.`, he: `יש להזין מספר גדול מ-${limit}.` };
}

function atMost({ origin, limit, isInclusive }: Bound): Texts {
  if (origin === 'string')
    return limit === '1'
      ? { en: 'Enter one character at most.', he: 'יש להזין תו אחד לכל היותר.' }
      : { en: `Enter ${limit} characters at most.`, he: `יש להזין ${limit} תווים לכל היותר.` };
  if (isCounted(origin))
    return limit === '1'
      ? { en: 'Add one entry at most.', he: 'יש להוסיף פריט אחד לכל היותר.' }
      : { en: `Add ${limit} entries at most.`, he: `יש להוסיף ${limit} פריטים לכל היותר.` };
  return isInclusive
    ? { en: `Enter ${limit} or less.`, he: `יש להזין ${limit} או פחות.` }
    : { en: `Enter a number below ${limit}.`, he: `יש להזין מספר קטן מ-${limit}.` };
}

const isCounted = (origin: string) => ['array', 'set', 'map', 'file'].includes(origin);

function oneOf(values: readonly unknown[]): Texts {
  const list = values.map(String).join(', ');
  return values.length === 1
    ? { en: `Only ${list} is accepted.`, he: `יש להזין ${list}.` }
    : { en: `Enter one of these values: ${list}.`, he: `יש להזין אחד מהערכים האלה: ${list}.` };
}
