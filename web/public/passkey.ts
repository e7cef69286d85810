/** Whether this browser can be asked for a passkey in the way that is used here. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Whether the browser offers passkeys within its own suggestions for a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

/** What an authenticator said, as the portal takes it. */
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

/** Has the browser ask for a passkey. Gives null when the person gave up, had none, or it was called off. */
export async function askPasskey(options: { challenge: string }, { isSuggested, signal }: Asking = {}): Promise<PasskeyAnswer | null> {
  try {
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
      ...(isSuggested ? { mediation: 'conditional' } : {}),
      ...(signal ? { signal } : {}),
    });
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON(), type: 'public-key' } : null;
  } catch (error) {
    // NotAllowedError: given up, timed out, or none there. AbortError: called off by us. SecurityError: not under this host name.
    if (error instanceof DOMException) return null;
    throw error;
  }
}
