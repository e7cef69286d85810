import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { text } from '../text.ts';

/**
 * The email address of the user already signed in in this browser, if that is why a call was
 * rejected. Rethrows other errors.
 */
export async function signedInEmail(error: unknown): Promise<string> {
  if (!(error instanceof CallError) || error.code !== code.alreadyLoggedIn) throw error;
  return (await call('currentLogin')).email;
}

/** Shows that another user is signed in (code 11 of the specification), and how to continue. */
export function AlreadySignedIn({ by, goOn }: { by: string | null; goOn(): void }) {
  if (by === null) return null;
  return (
    <div className="public-occupied" role="alert">
      <p>{text('alreadyIn', { email: by })}</p>
      <p>
        <button type="button" className="public-link" onClick={goOn}>
          {text('goOnAsBefore')}
        </button>
        <a href="/logout">{text('signOut')}</a>
      </p>
    </div>
  );
}
