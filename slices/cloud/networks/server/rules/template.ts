import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';
/** The fields of a subnet that an IP template (specification section 5) has. */
export interface Template {
  /**
   * The begin of the addresses that is written out whole, for a search by range: `10.1.`; empty
   * when it begins with `*`.
   */
  lead: string;
  /** A POSIX regular expression over the whole address. */
  pattern: string;
}

const octet = '[0-9]{1,3}';

/**
 * `10.64.0.7` (that address), `10.1.` or `10.1` (those that begin so), `10.1.*.7` and `*.7` (any
 * number at the star), `fd00:` (IPv6 that begins so). Null for what is no template.
 */
export function readTemplate(given: string): Template | null {
  const typed = given.trim().toLowerCase();
  if (typed.includes(':'))
    return /^[0-9a-f:]{1,39}$/.test(typed) ? { lead: '', pattern: `^${typed}` } : null;
  if (!/^[0-9.*]{1,15}$/.test(typed)) return null;
  const parts = typed.split('.');
  const isOpen = parts.at(-1) === '';
  if (isOpen) parts.pop();
  if (parts.length === 0 || parts.length > 4 || parts.some((part) => !isPart(part))) return null;
  const firstStar = parts.indexOf('*');
  // `*.7` means the end; `10.1` means the begin.
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
  const whole = parts.length === 4;
  const lead = parts.slice(0, firstStar === -1 ? parts.length : firstStar).join('.');
  return {
    lead: lead === '' ? '' : whole && firstStar === -1 ? lead : `${lead}.`,
    pattern: whole ? `^${body}$` : `^${body}[.]`,
  };
}

const isPart = (part: string): boolean =>
  part === '*' || (/^\d{1,3}$/.test(part) && Number(part) <= 255);

/**
 * The addresses that begin so, as a range: `10.1.` is 10.1.0.0 to 10.1.255.255. Null where the
 * begin is not written out.
 */
export function boundsOf({ lead }: Template): { first: string; last: string } | null {
  if (lead === '') return null;
  const parts = lead.replace(/\.$/, '').split('.');
  const fill = (value: string) =>
    [...parts, ...Array.from({ length: 4 - parts.length }, () => value)].join('.');
  return { first: fill('0'), last: fill('255') };
}

/** For what is neither an address nor a template of some. */
export const noTemplate = (key: string): UserError =>
  userError(
    'inputInvalid',
    {
      problem: localize('template.problem.enterIpAddressTemplate'),
    },
    key,
  );
