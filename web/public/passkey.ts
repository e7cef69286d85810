/** Whether this browser supports passkeys as used here. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Whether the browser offers passkeys within its own suggestions for a field. */
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

interface Asking {
  /** Within the suggestions of a field instead of in a window of the browser. */
  isSuggested?: boolean;
  signal?: AbortSignal;
}

/**
 * Asks the browser for a passkey. Returns null if the user canceled, had none, or it was aborted.
 */
export async function promptForPasskey(
  options: { challenge: string },
  { isSuggested, signal }: Asking = {},
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
