import { hash, verify } from '@node-rs/argon2';
import { UserError } from '../../../../../contract/errors/errors.ts';

/** OWASP: argon2id with at least 19 MiB, two iterations, parallelism 1. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxPasswordBytes = 512;
/**
 * Limits concurrent hashes to two and the queue to this length, so that a flood of sign-ins is
 * rejected instead of blocking everything else.
 */
const maxConcurrent = 2;
const waitingLimit = 200;

let active = 0;
const queue: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= maxConcurrent) {
    if (queue.length >= waitingLimit)
      throw new UserError([{ name: 'slowDown', values: { seconds: 2 } }], 2);
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  active += 1;
  try {
    return await work();
  } finally {
    active -= 1;
    queue.shift()?.();
  }
}

export function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password, cost));
}

let decoyHash: Promise<string> | null = null;

/**
 * Whether the password is correct. Without a hash (no such account) the same work is done, so that
 * response times disclose nothing. Overlong passwords are rejected before hashing.
 */
export async function passwordFits(storedHash: string | null, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > maxPasswordBytes) return false;
  decoyHash ??= hashPassword('a password nobody has');
  const passwordHash = storedHash ?? (await decoyHash);
  const isMatch = await withHashSlot(() => verify(passwordHash, password));
  return isMatch && storedHash !== null;
}
