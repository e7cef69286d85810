/** The parsed search text of the list. */
export type SearchTerm =
  | { kind: 'text'; text: string }
  | { kind: 'id'; id: string }
  /**
   * A regular expression matched against ` address address … `, with each address surrounded by
   * spaces.
   */
  | { kind: 'address'; pattern: string }
  /** Text that can be a MAC address without separators or part of a name. */
  | { kind: 'either'; text: string; pattern: string };

/** An address notation: its separator, the expansion of a `*` part, and the number of parts. */
interface Notation {
  part: RegExp;
  separator: string;
  sign: string;
  any: string;
  parts: number;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ip: Notation = {
  ...{
    part: /^(?:25[0-5]|2[0-4]\d|1?\d?\d|\d{0,2}\*\d{0,2})$/,
    separator: String.raw`\.`,
    sign: '[0-9]*',
  },
  ...{ any: '[0-9]+', parts: 4 },
};
const mac: Notation = {
  ...{ part: /^(?:[0-9a-f]{1,2}|[0-9a-f]?\*[0-9a-f]?)$/, separator: ':', sign: '[0-9a-f]?' },
  ...{ any: '[0-9a-f]{2}', parts: 6 },
};
/**
 * Parts of MAC addresses without separators. They must contain a `*` or be long enough to not be a
 * number.
 */
const compact = /^(?=.*[0-9a-f]{2})(?:[0-9a-f]*\*[0-9a-f*]*|[0-9a-f]{6,12})$/;

/**
 * Recognizes an ID; an address or the beginning of one (`10.1.`, `10.1`); a pattern with `*` for a
 * part, for some of its digits, or for everything at either end (`10.1.*.7`, `10.64.0.1*`, `*.11`);
 * a MAC address, the beginning of one, or a pattern, with `:`, `-`, or no separator (`52:54:00`,
 * `52-54-*-aa`, `*:12`, `5254*12`). Anything else is treated as part of a name or tag.
 */
export function parseSearch(filter: string): SearchTerm | null {
  const text = filter.trim().toLowerCase();
  if (text === '') return null;
  if (uuid.test(text)) return { kind: 'id', id: text };
  const ipPattern = text.includes('.') ? patternOf(text.split('.'), ip) : null;
  if (ipPattern !== null) return { kind: 'address', pattern: ipPattern };
  const macPattern = isHardwareAddress(text) ? patternOf(text.split(/[:-]/), mac) : null;
  if (macPattern !== null) return { kind: 'address', pattern: macPattern };
  if (compact.test(text) && text.replaceAll('*', '').length <= 12)
    return { kind: 'either', text, pattern: compactPattern(text) };
  return { kind: 'text', text };
}

/**
 * A short text with `-` can also be a name such as `be-ad`, so it only counts as a MAC address when
 * it has at least three parts or contains a `*`.
 */
function isHardwareAddress(text: string): boolean {
  if (text.includes(':')) return true;
  return text.includes('-') && (text.includes('*') || text.split('-').filter(Boolean).length >= 3);
}

/**
 * Null if these aren't parts of an address. Without a leading `*`, the pattern starts at the
 * beginning of the address, and the last part of an incomplete address can continue: `10.1` finds
 * 10.1.… and 10.12.…. With a leading `*`, the pattern is matched at the end.
 */
function patternOf(
  parts: readonly string[],
  { part, separator, sign, any, parts: total }: Notation,
): string | null {
  const isOpen = parts.at(-1) === '';
  const bytes = isOpen ? parts.slice(0, -1) : parts;
  if (bytes.length === 0 || bytes.length > total || !bytes.every((one) => part.test(one)))
    return null;
  const body = (parts: readonly string[]) =>
    parts.map((one) => (one === '*' ? any : one.replace('*', sign))).join(separator);
  if (bytes.length === total) return ` ${body(bytes)} `;
  const end = isOpen ? separator : '';
  if (bytes[0] !== '*' || bytes.length === 1) return ` ${body(bytes)}${end}`;
  const rest = bytes.at(-1) === '*' ? bytes.slice(1, -1) : bytes.slice(1);
  if (rest.length === 0) return ' ';
  return `${separator}${body(rest)}${isOpen || rest.length < bytes.length - 1 ? separator : ' '}`;
}

/**
 * Digits before the first `*` are grouped from the start of the address, digits after the last `*`
 * from its end.
 */
function compactPattern(text: string): string {
  const segments = text.split('*');
  if (segments.length === 1) return ` ${colonSeparated(text)}${text.length === 12 ? ' ' : ''}`;
  const last = segments.length - 1;
  const escapedPieces = segments.map((segment, index) => {
    if (segment === '') return '';
    if (index === 0) return ` ${colonSeparated(segment)}`;
    return index === last ? `${colonSeparatedFromEnd(segment)} ` : [...segment].join(':?');
  });
  return escapedPieces.filter((segment) => segment !== '').join('[0-9a-f:]*');
}

const colonSeparated = (digits: string): string => digits.replace(/(..)(?=.)/g, '$1:');
const colonSeparatedFromEnd = (digits: string): string =>
  digits.replace(/(?<=.)(?=(?:..)+$)/g, ':');
