import { useEffect, useState } from 'react';
import { call } from '../../client.ts';
import { Frame } from '../parts/Frame.tsx';
import type { ScreenProps } from '../screen.ts';
import { text } from '../text.ts';

/**
 * Confirms that the address is verified. Continues to the console, or to sign-in if this browser
 * isn't signed in.
 */
export default function ValidatedPage({ place, go, enter }: ScreenProps) {
  const { email } = place.note;
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    call('loginCheck').then(
      ({ isLoggedIn }) => setSignedIn(isLoggedIn),
      () => undefined,
    );
  }, []);
  return (
    <Frame title={text('validatedTitle')} icon="check" isGood>
      <p className="public-lead">{email ? text('validated', { email }) : text('validatedPlain')}</p>
      <button
        type="button"
        className="public-submit"
        onClick={() => (isSignedIn ? void enter() : go('/login', email ? { email } : {}))}
      >
        {text(isSignedIn ? 'toDashboard' : 'signIn')}
      </button>
    </Frame>
  );
}
