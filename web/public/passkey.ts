/** Whether this browser supports passkeys as used here. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Whether the browser can offer passkeys in its own suggestions for a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return (
    canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
  );
}

/** The authenticator's response in the portal's format. */
export interface PasskeyAnswer {
  [field: string]: unknown;
  id: string;
  type: 'public-key';
}

interface PasskeyOptions {
  /** Whether the passkey is requested in the suggestions of a field instead of a browser dialog. */
  isSuggested?: boolean;
  signal?: AbortSignal;
}

/**
 * Requests a passkey from the browser. Returns null if the user canceled, had none, or the request
 * was aborted.
 */
export async function promptForPasskey(
  options: { challenge: string },
  { isSuggested, signal }: PasskeyOptions = {},
): Promise<PasskeyAnswer | null> {
  try {
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
      ...(isSuggested ? { mediation: 'conditional' } : {}),
      ...(signal ? { signal } : {}),
    });
    return credential instanceof PublicKeyCredential
      ? { ...credential.toJSON(), type: 'public-key' }
      : null;
  } catch (error) {
    // NotAllowedError: canceled, timed out, or none available. AbortError: aborted by us.
    // SecurityError: not allowed for this hostname.
    if (error instanceof DOMException) return null;
    throw error;
  }
}
