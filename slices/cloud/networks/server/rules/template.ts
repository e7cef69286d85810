import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';
/** A parsed IP template (specification section 5). */
export interface Template {
  /**
   * The literal prefix of the addresses, for a range search: `10.1.`. Empty if the template starts
   * with `*`.
   */
  lead: string;
  /** A POSIX regular expression that matches the address. */
  pattern: string;
}

const octet = '[0-9]{1,3}';

/**
 * Parses `10.64.0.7` (that address), `10.1.` or `10.1` (addresses with this prefix), `10.1.*.7` and
 * `*.7` (any number in place of the asterisk) and `fd00:` (IPv6 addresses with this prefix). Null
 * if it isn't a template.
 */
export function parseTemplate(input: string): Template | null {
  const text = input.trim().toLowerCase();
  if (text.includes(':'))
    return /^[0-9a-f:]{1,39}$/.test(text) ? { lead: '', pattern: `^${text}` } : null;
  if (!/^[0-9.*]{1,15}$/.test(text)) return null;
  const parts = text.split('.');
  const isOpen = parts.at(-1) === '';
  if (isOpen) parts.pop();
  if (parts.length === 0 || parts.length > 4 || parts.some((part) => !isPart(part))) return null;
  const firstStar = parts.indexOf('*');
  // `*.7` matches the end of an address, `10.1` the start.
  const isEnd = firstStar === 0 && !isOpen && parts.length < 4;
  const body = parts.map((part) => (part === '*' ? octet : part)).join('[.]');
  if (isEnd)
    return {
      lead: '',
      pattern: `^${octet}([.]${octet})*[.]${parts
        .slice(1)
        .map((part) => (part === '*' ? octet : part))
        .join('[.]')}$`,
    };
  const isComplete = parts.length === 4;
  const lead = parts.slice(0, firstStar === -1 ? parts.length : firstStar).join('.');
  return {
    lead: lead === '' ? '' : isComplete && firstStar === -1 ? lead : `${lead}.`,
    pattern: isComplete ? `^${body}$` : `^${body}[.]`,
  };
}

const isPart = (part: string): boolean =>
  part === '*' || (/^\d{1,3}$/.test(part) && Number(part) <= 255);

/**
 * Returns the range of addresses with the template's prefix: `10.1.` is 10.1.0.0 to 10.1.255.255.
 * Null if there is no literal prefix.
 */
export function boundsOf({ lead }: Template): { first: string; last: string } | null {
  if (lead === '') return null;
  const parts = lead.replace(/\.$/, '').split('.');
  const fill = (value: string) =>
    [...parts, ...Array.from({ length: 4 - parts.length }, () => value)].join('.');
  return { first: fill('0'), last: fill('255') };
}

/** The error for input that is neither an address nor a template. */
export const noTemplate = (key: string): UserError =>
  userError(
    'inputInvalid',
    {
      problem: localize('template.problem.enterIpAddressTemplate'),
    },
    key,
  );
