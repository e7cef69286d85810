import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clientIdPattern } from '../../../contract/access/keys.ts';
import type { Secrets } from '../secrets/secrets.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checkLength = 6;
/** Validity of a token of `POST /service/authenticate`. */
export const bearerMinutes = 60;

/** Generates `length` characters with a uniform distribution. */
function randomText(alphabet: string, length: number): string {
  const maxByte = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < maxByte && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}

/**
 * CRC-32 (IEEE 802.3), so that a mistyped secret is detected without a lookup and leaked secrets
 * can be searched for.
 */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let position = 0; position < checkLength; position++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export const newClientId = (isTest: boolean): string =>
  `${isTest ? 'test' : 'live'}-${randomText(base32, 20)}`;

/** Generates a secret of 256 random bits with a prefix and a checksum. */
export function newKeySecret(isTest: boolean): string {
  const body = `${isTest ? 'kt' : 'kl'}_${randomText(base62, secretLength)}`;
  return body + checksum(body);
}

const secretPattern = /^k[lt]_[0-9A-Za-z]{49}$/;

export const isKeySecret = (text: string): boolean =>
  secretPattern.test(text) && checksum(text.slice(0, -checkLength)) === text.slice(-checkLength);

const derivedKeys = new WeakMap<Secrets, Map<string, Buffer[]>>();

function keysFor(secrets: Secrets, purpose: string): Buffer[] {
  const cached = derivedKeys.get(secrets) ?? new Map<string, Buffer[]>();
  derivedKeys.set(secrets, cached);
  const keys = cached.get(purpose) ?? secrets.signingKeys(purpose);
  cached.set(purpose, keys);
  return keys;
}

/**
 * The stored hashes of a secret. A fast keyed hash is sufficient, because a secret with 256 random
 * bits can't be guessed, and a copy of the database alone reveals nothing. The first hash has the
 * current form. The others use retired keys.
 */
export const secretHashes = (secrets: Secrets, secret: string): Buffer[] =>
  keysFor(secrets, 'api key secret').map((key) =>
    createHmac('sha256', key).update(secret).digest(),
  );

export interface Bearer {
  clientId: string;
  /** The generation of the key's secret from which the token was derived. */
  generation: number;
}

const macOf = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/**
 * Creates a token with its key and expiry. It grants only what the key grants at the time of use.
 */
export function newBearer(
  secrets: Secrets,
  { clientId, generation }: Bearer,
  expiresAt: Date,
): string {
  const text = `${clientId}.${generation}.${Math.floor(expiresAt.getTime() / 1000)}`;
  const [key] = keysFor(secrets, 'api key bearer');
  return `${text}.${macOf(key as Buffer, text).toString('base64url')}`;
}

/** Returns null if the token isn't ours or has expired. */
export function readBearer(secrets: Secrets, token: string, now: Date): Bearer | null {
  const parts = token.split('.');
  const [clientId = '', generation = '', expires = '', mac = ''] = parts;
  if (
    parts.length !== 4 ||
    !clientIdPattern.test(clientId) ||
    !/^\d{1,9}$/.test(generation) ||
    !/^\d{1,11}$/.test(expires)
  )
    return null;
  const sentMac = Buffer.from(mac, 'base64url');
  const text = `${clientId}.${generation}.${expires}`;
  const isValid = keysFor(secrets, 'api key bearer').some((key) => {
    const right = macOf(key, text);
    return right.length === sentMac.length && timingSafeEqual(right, sentMac);
  });
  return isValid && Number(expires) * 1000 > now.getTime()
    ? { clientId, generation: Number(generation) }
    : null;
}
