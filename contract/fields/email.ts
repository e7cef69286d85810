import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { localize } from '../texts/localize.ts';
import { schemaMessage } from './schemaMessage.ts';

/**
 * Maximum octets of a local part and of a whole address (RFC 5321 sections 4.5.3.1.1 and 4.5.3.1.3,
 * without the angle brackets).
 */
const limits = { local: 64, address: 254 } as const;
/**
 * Maximum input length in characters. An international domain can be longer as typed than in
 * punycode.
 */
export const maxEmailLength = 320;

/** A dot-string (RFC 5321 section 4.1.2). Quoted strings aren't accepted. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** URL separators, which `domainToASCII` would interpret. */
const notInDomains = /[\s%/\\:?#@[\]]/u;

/**
 * Returns the stored form of the address: without surrounding spaces, with the domain in lowercase
 * punycode (RFC 5891). Null if it isn't a valid address under RFC 5321.
 */
export function parseEmail(input: string): string | null {
  const address = input.trim();
  const offset = address.lastIndexOf('@');
  const [local, typedDomain] = [address.slice(0, Math.max(offset, 0)), address.slice(offset + 1)];
  const domain = notInDomains.test(typedDomain) ? '' : domainToASCII(typedDomain);
  const stored = `${local}@${domain}`;
  if (
    !localPart.test(local) ||
    local.length > limits.local ||
    !domainName.test(domain) ||
    stored.length > limits.address
  )
    return null;
  return stored;
}

export const isEmail = (input: string): boolean => parseEmail(input) !== null;

/**
 * Returns the stored form of the address. Invalid input is returned as typed, without surrounding
 * spaces, so that an error can quote it.
 */
export const normalizeEmail = (input: string): string =>
  parseEmail(input) ?? input.normalize('NFC').trim();

/**
 * A lookup key that is the same for all spellings of an address. Accounts are found by this key.
 */
export const emailKey = (input: string): string => normalizeEmail(input).toLowerCase();

const trimmed = z.string().trim().max(maxEmailLength);
const emailRequired = schemaMessage(localize('invalid.needed.enterEmailAddressExample'));

/** An email address in a request, converted to its stored form. */
export const email = trimmed
  .meta({ format: 'email' })
  .refine(isEmail, { message: emailRequired, abort: true })
  .transform(normalizeEmail);

/** The same, or empty. */
export const optionalEmail = trimmed
  .refine((input) => input === '' || isEmail(input), { message: emailRequired, abort: true })
  .transform(normalizeEmail);

/** A sender: an address alone, `Name <address>`, or empty. */
export const optionalMailbox = trimmed
  .refine((input) => input === '' || parseMailbox(input) !== null, {
    message: schemaMessage(localize('invalid.message.enterAddressExampleCloud')),
    abort: true,
  })
  .transform((input) => parseMailbox(input) ?? '');

function parseMailbox(input: string): string | null {
  const [, name, bracketed] = /^([^<>@"\\\p{Cc}]{1,120}) <([^<>]+)>$/u.exec(input) ?? [];
  const address = parseEmail(bracketed ?? input);
  return address !== null && name !== undefined ? `${name} <${address}>` : address;
}
