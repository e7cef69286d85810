import type * as z from 'zod';
import type { LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

type Issue = z.core.$ZodRawIssue;
/** Limits of a value. `origin` is the type of value. */
interface Bound {
  origin: string;
  limit: string;
  isInclusive: boolean;
}

/** The message for an invalid value if its schema has none. */
export function defaultText(issue: Issue): LocalizedText {
  if (issue.code === 'invalid_type') return types[String(issue.expected)] ?? other;
  if (issue.code === 'invalid_format') return formats[String(issue.format)] ?? format;
  if (issue.code === 'too_small') return atLeast(boundOf(issue, issue.minimum));
  if (issue.code === 'too_big') return atMost(boundOf(issue, issue.maximum));
  if (issue.code === 'invalid_value') return oneOf(issue.values as readonly unknown[]);
  if (issue.code === 'unrecognized_keys')
    return localize('schemaDefaults.defaultText.fieldUnknown');
  if (issue.code === 'not_multiple_of')
    return localize('schemaDefaults.defaultText.enterMultiple', { divisor: issue.divisor });
  return other;
}

const other: LocalizedText = localize('other');
const format: LocalizedText = localize('format');

const text: LocalizedText = localize('text');
const number: LocalizedText = localize('number');
const types: Record<string, LocalizedText> = {
  string: text,
  number,
  bigint: number,
  int: localize('types.int'),
  boolean: localize('types.boolean'),
  array: localize('types.array'),
  object: localize('types.object'),
  record: localize('types.record'),
};

const link: LocalizedText = localize('link');
const formats: Record<string, LocalizedText> = {
  uuid: localize('formats.uuid'),
  email: localize('formats.email'),
  url: link,
  datetime: localize('formats.datetime'),
  date: localize('formats.date'),
  ipv4: localize('formats.ipv4'),
  ipv6: localize('formats.ipv6'),
};

const boundOf = (issue: Issue, limit: unknown): Bound => ({
  origin: String(issue.origin),
  limit: String(limit),
  isInclusive: issue.inclusive !== false,
});

function atLeast({ origin, limit, isInclusive }: Bound): LocalizedText {
  if (origin === 'string')
    return limit === '1'
      ? localize('schemaDefaults.atLeast.fieldCanTEmpty')
      : localize('schemaDefaults.atLeast.enterLeastCharacters', { limit });
  if (isCounted(origin))
    return limit === '1'
      ? localize('schemaDefaults.atLeast.addLeastOneEntry')
      : localize('schemaDefaults.atLeast.addLeastEntries', { limit });
  return isInclusive
    ? localize('schemaDefaults.atLeast.enterMore', { limit })
    : localize('schemaDefaults.atLeast.enterNumberAbove', { limit });
}

function atMost({ origin, limit, isInclusive }: Bound): LocalizedText {
  if (origin === 'string')
    return limit === '1'
      ? localize('schemaDefaults.atMost.enterOneCharacterMost')
      : localize('schemaDefaults.atMost.enterCharactersMost', { limit });
  if (isCounted(origin))
    return limit === '1'
      ? localize('schemaDefaults.atMost.addOneEntryMost')
      : localize('schemaDefaults.atMost.addEntriesMost', { limit });
  return isInclusive
    ? localize('schemaDefaults.atMost.enterLess', { limit })
    : localize('schemaDefaults.atMost.enterNumberBelow', { limit });
}

const isCounted = (origin: string) => ['array', 'set', 'map', 'file'].includes(origin);

function oneOf(values: readonly unknown[]): LocalizedText {
  const list = values.map(String).join(', ');
  return values.length === 1
    ? localize('schemaDefaults.oneOf.onlyAccepted', { list })
    : localize('schemaDefaults.oneOf.enterOneTheseValues', { list });
}
