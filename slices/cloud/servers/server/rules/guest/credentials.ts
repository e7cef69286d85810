import type { LocalizedText } from '../../../../../../contract/languages.ts';
import { localize } from '../../../texts/localize.ts';

/**
 * Password of a server, not of a portal account. Special characters are allowed and only the length
 * is checked.
 */
export const passwordLength = { min: 8, max: 128 } as const;

/**
 * Why the text can't be the password of a server. Null when it can. The message never contains the
 * password.
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

/** Why the text isn't a valid public key. Null when it is. */
export function sshKeyProblem(key: string): LocalizedText | null {
  if (/PRIVATE KEY/.test(key)) {
    return localize('credentials.sshKeyProblem.privateKeyKeepSecret');
  }
  const encoded = publicKey.exec(key);
  if (encoded?.[1] && encoded[3] && embeddedType(encoded[3]) === encoded[1]) return null;
  const given = key.slice(0, 40);
  return localize('credentials.sshKeyProblem.isntPublicKeyExample', { given });
}

/**
 * The key type encoded in the key data, preceded by four bytes of length (RFC 4253, section 6.6).
 */
function embeddedType(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length > 4 ? bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString('latin1') : '';
}
