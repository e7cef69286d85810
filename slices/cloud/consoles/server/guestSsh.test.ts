import { expect, it } from 'vitest';
import { UserError } from '../../../../contract/errors/errors.ts';
import { keyOf } from './guestSsh.ts';
import { newKeyPair } from './testing/sshGuest.ts';

const passphrase = 'Passphrase_1';
const sealed = newKeyPair({ passphrase, cipher: 'aes256-ctr', rounds: 4 }).private;

/** The same key with the stored number of key derivation rounds changed. */
function withRounds(repeats: number): string {
  const [header = '', ...lines] = sealed.trim().split('\n');
  const bytes = Buffer.from(lines.slice(0, -1).join(''), 'base64');
  const offset = bytes.indexOf('bcrypt') + 'bcrypt'.length + 4 + 4 + 16;
  expect(bytes.readUInt32BE(offset)).toBe(4);
  bytes.writeUInt32BE(repeats, offset);
  return [header, bytes.toString('base64'), lines.at(-1)].join('\n');
}

const problemOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error instanceof UserError ? error.reasons[0] : error;
  }
};

it('a private key can be decrypted with its passphrase', () => {
  expect(keyOf(sealed, passphrase).type).toBe('ecdsa-sha2-nistp256');
  expect(problemOf(() => keyOf(sealed, 'another'))).toMatchObject({
    name: 'sshKeyUnreadable',
    key: 'privateKey',
  });
});

it('a key with an excessive number of key derivation rounds is rejected immediately', () => {
  const startedAt = performance.now();
  const reason = problemOf(() => keyOf(withRounds(2 ** 31), passphrase, 'ssh.privateKey'));
  expect(reason).toMatchObject({
    name: 'sshKeyUnreadable',
    key: 'ssh.privateKey',
    values: {
      problem: {
        en: expect.stringContaining('2147483648'),
        he: expect.stringContaining('2147483648'),
      },
    },
  });
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

it.each([
  '',
  'no key',
  '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----',
  sealed.slice(0, 120),
])('an incomplete key is rejected: %j', (text) =>
  expect(problemOf(() => keyOf(text, undefined))).toMatchObject({ name: 'sshKeyUnreadable' }),
);
