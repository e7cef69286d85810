import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Location of an encrypted value, such as `user_account.totp_secret` with the row's ID. The value
 * can't be decrypted at any other location.
 */
export interface SecretLocation {
  column: string;
  row: string;
}

const version = 1;
const keyIdBytes = 8;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + ivBytes + tagBytes;

/**
 * Encrypts values that must not be readable in the database or in a copy of it, with AES-256-GCM,
 * bound to their location. The first key encrypts. The others only decrypt existing values, so that
 * keys can be changed while the portal runs.
 */
export class Secrets {
  readonly #keys: readonly { id: Buffer; key: Buffer }[];

  /** Throws if there are no keys or if a key isn't 32 bytes long. */
  constructor(keys: readonly Buffer[]) {
    if (keys.length === 0) throw new Error('There is no key to seal secrets with.');
    this.#keys = keys.map((key) => {
      if (key.length !== 32)
        throw new Error(`A key that seals secrets has 32 bytes, this one has ${key.length}.`);
      return {
        id: createHash('sha256')
          .update('cloudberth key id')
          .update(key)
          .digest()
          .subarray(0, keyIdBytes),
        key,
      };
    });
  }

  /** ID of the current encryption key. It doesn't reveal the key. */
  get keyId(): string {
    return this.#first.id.toString('hex');
  }

  get #first(): { id: Buffer; key: Buffer } {
    return this.#keys[0] as { id: Buffer; key: Buffer };
  }

  seal(text: string, location: SecretLocation): Buffer {
    const { id, key } = this.#first;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(locationBytes(location));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(version), id, iv, cipher.getAuthTag(), body]);
  }

  /**
   * Throws `UnreadableSecretError` if the value was changed, was moved, or was encrypted with an
   * unavailable key.
   */
  open(sealed: Buffer, location: SecretLocation): string {
    const id = sealed.subarray(1, 1 + keyIdBytes);
    const sealingKey =
      sealed.length >= headBytes && sealed[0] === version
        ? this.#keys.find((entry) => entry.id.equals(id))
        : undefined;
    if (!sealingKey) throw new UnreadableSecretError(location);
    const iv = sealed.subarray(1 + keyIdBytes, 1 + keyIdBytes + ivBytes);
    const decipher = createDecipheriv('aes-256-gcm', sealingKey.key, iv);
    decipher.setAAD(locationBytes(location));
    decipher.setAuthTag(sealed.subarray(headBytes - tagBytes, headBytes));
    try {
      return (
        decipher.update(sealed.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      throw new UnreadableSecretError(location);
    }
  }

  /**
   * Derives the signing keys from all keys, the first one first, for data that must survive a key
   * change.
   */
  signingKeys(purpose: string): Buffer[] {
    return this.#keys.map(({ key }) =>
      Buffer.from(hkdfSync('sha256', key, '', `cloudberth ${purpose}`, 32)),
    );
  }

  /**
   * A separate key for signing values that are sent out and returned. `purpose` is one word per
   * use.
   */
  signingKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#first.key, '', `cloudberth ${purpose}`, 32));
  }
}

export class UnreadableSecretError extends Error {
  constructor(location: SecretLocation) {
    super(
      `The sealed value ${location.column} of ${location.row} cannot be opened: it was changed, or CLOUDBERTH_SECRET_KEY is another one.`,
    );
    this.name = 'SecretUnreadable';
  }
}

const locationBytes = ({ column, row }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([column, row]));

/** The stored hash of a secret that is only compared. For values with at least 128 random bits. */
export const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest();

/** 256 random bits, for links and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export function equalDigests(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
