import type { LocalizedText } from '../../../../../../contract/languages.ts';
import { localize } from '../../../texts/localize.ts';

/**
 * A password of a server, not of an account of the portal: signs are welcome, length is what
 * counts.
 */
export const passwordLength = { min: 8, max: 128 } as const;

/**
 * Why it cannot be the password of a server; null when it can. The password itself is never
 * repeated.
 */
export function passwordProblem(password: string): LocalizedText | null {
  if (password.length >= passwordLength.min && password.length <= passwordLength.max) return null;
  return localize('credentials.passwordProblem.serverPasswordMustCharacters', {
    min: passwordLength.min,
    max: passwordLength.max,
    passwordCount: password.length,
  });
}

/** OpenSSH `authorized_keys` without options: type, key, comment. */
const publicKey =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) ([A-Za-z0-9+/]{40,}={0,3})( [^\r\n]*)?$/;

/** Why it is no public key; null when it is one. */
export function sshKeyProblem(key: string): LocalizedText | null {
  if (/PRIVATE KEY/.test(key)) {
    return localize('credentials.sshKeyProblem.privateKeyKeepSecret');
  }
  const encoded = publicKey.exec(key);
  if (encoded?.[1] && encoded[3] && typeInside(encoded[3]) === encoded[1]) return null;
  const given = key.slice(0, 40);
  return localize('credentials.sshKeyProblem.isntPublicKeyExample', { given });
}

/** A key begins with its own type, with four bytes of length before it (RFC 4253, section 6.6). */
function typeInside(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length > 4 ? bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString('latin1') : '';
}
