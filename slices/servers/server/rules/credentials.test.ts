import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { passwordProblem, sshKeyProblem } from './credentials.ts';

const length = (bytes: Buffer) => Buffer.from([0, 0, 0, bytes.length]);
const part = (text: string) => Buffer.concat([length(Buffer.from(text)), Buffer.from(text)]);
const ed25519 = Buffer.concat([part('ssh-ed25519'), length(Buffer.alloc(32)), Buffer.alloc(32, 7)]).toString('base64');

it.each([
  ['1234567', false],
  ['12345678', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
])('a password of its length is taken: %j %s', (password, isTaken) => {
  const problem = passwordProblem(password);
  expect(problem === null).toBe(isTaken);
  if (problem) expect(problem.en).not.toContain(password);
});

it.each([`ssh-ed25519 ${ed25519}`, `ssh-ed25519 ${ed25519} me@example.test with words`])('%s is a public key', (key) => {
  expect(sshKeyProblem(key)).toBeNull();
});

it.each([
  ['ssh-rsa of another type inside', `ssh-rsa ${ed25519}`],
  ['two lines', `ssh-ed25519 ${ed25519}\nssh-ed25519 ${ed25519}`],
  ['options before it', `command="rm -rf /" ssh-ed25519 ${ed25519}`],
  ['cut off', `ssh-ed25519 ${ed25519.slice(0, 12)}`],
  ['no key at all', 'hello'],
  ['empty', ''],
])('%s is refused with how one looks', (_what, key) => {
  expect(sshKeyProblem(key)?.en).toContain('ssh-ed25519 AAAA');
});

it('a private key is refused without being repeated', () => {
  const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n-----END OPENSSH PRIVATE KEY-----';
  expect(sshKeyProblem(key)?.en).toMatch(/private key/i);
  expect(sshKeyProblem(key)?.en).not.toContain('c2VjcmV0');
});

it.runIf(hasSshKeygen())('keys as ssh-keygen makes them are taken', () => {
  for (const args of [
    ['-t', 'ed25519'],
    ['-t', 'rsa', '-b', '2048'],
    ['-t', 'ecdsa'],
  ]) {
    const made = execFileSync('sh', ['-c', `d=$(mktemp -d); ssh-keygen -q -N '' -C c ${args.join(' ')} -f $d/k; cat $d/k.pub; rm -r $d`]);
    expect(sshKeyProblem(made.toString().trim())).toBeNull();
  }
});

function hasSshKeygen(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v ssh-keygen']);
    return true;
  } catch {
    return false;
  }
}
