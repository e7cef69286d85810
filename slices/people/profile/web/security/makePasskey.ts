import { CallError, call } from '../../../../../web/client.ts';
import { text } from '../text.ts';

/** Browsers create passkeys in secure contexts only. */
export const canMakePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/**
 * Creates a passkey in the browser's dialog and stores it in the portal. Throws `CallError` with
 * the problem.
 */
export async function makePasskey(name: string): Promise<void> {
  const { options } = await call('passkeyCreationOptions');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const created = await navigator.credentials.create({ publicKey }).catch((error: DOMException) => {
    const message =
      error.name === 'InvalidStateError' ? text('passkeyKnown') : text('passkeyGivenUp');
    throw new CallError(422, [{ code: 0, info: message }]);
  });
  const credential = (created as PublicKeyCredential).toJSON() as {
    id: string;
    type: 'public-key';
  };
  await call('createPasskey', { body: { name, credential } });
}
