/** What a person typed into the search field of the list. */
export type SearchTerm =
  | { kind: 'text'; text: string }
  | { kind: 'id'; id: string }
  /** A regular expression over ` address address … `, each surrounded by blanks. */
  | { kind: 'address'; pattern: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d|\*)`;
/** At least one dot; at most four octets or `*`; a dot at the end leaves the rest open. */
const ipTemplate = new RegExp(`^(?=.*\\.)${octet}(?:\\.${octet}){0,3}\\.?$`);
const macPart = String.raw`(?:[0-9a-f]{1,2}|\*)`;
const macTemplate = new RegExp(`^(?=.*[:-])${macPart}(?:[:-]${macPart}){0,5}[:-]?$`, 'i');

/**
 * Understands an id, an address or the begin of one (`10.1.`, `10.1`), a template (`10.1.*.7`), a hardware address or the begin
 * of one with `:` or `-` (`52:54:00`, `52-54-*-aa`), and takes the rest as part of a name or tag.
 */
export function parseSearch(filter: string): SearchTerm | null {
  const text = filter.trim().toLowerCase();
  if (text === '') return null;
  if (uuid.test(text)) return { kind: 'id', id: text };
  if (ipTemplate.test(text)) return { kind: 'address', pattern: addressPattern(text.split('.'), String.raw`\.`, '[0-9]+', 4) };
  if (macTemplate.test(text) && isHardwareAddress(text)) {
    return { kind: 'address', pattern: addressPattern(text.split(/[:-]/), ':', '[0-9a-f]{2}', 6) };
  }
  return { kind: 'text', text };
}

/** With `-` a short one could as well be a name such as `be-ad`: it counts as hardware only when it is three parts long or holds a `*`. */
function isHardwareAddress(text: string): boolean {
  if (text.includes(':')) return true;
  return text.includes('*') || text.split('-').filter(Boolean).length >= 3;
}

/** A last part that is given but not whole in number leaves its end open: `10.1` finds 10.1.… and 10.12.…. */
function addressPattern(parts: string[], separator: string, any: string, length: number): string {
  const isOpen = parts.at(-1) === '';
  const given = isOpen ? parts.slice(0, -1) : parts;
  const body = given.map((part) => (part === '*' ? any : part)).join(separator);
  if (given.length === length) return ` ${body} `;
  return isOpen ? ` ${body}${separator}` : ` ${body}`;
}
