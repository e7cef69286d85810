import { useEffect, useRef, useState } from 'react';
import { type CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { Frame } from '../parts/Frame.tsx';
import { Message } from '../parts/Message.tsx';
import type { ScreenProps } from '../screen.ts';
import { continueSignIn } from '../secondStep.ts';
import { text } from '../text.ts';
import { withToken } from '../token.ts';

/** `/login?token=…`: signs in with a one-time token issued to a trusted site. */
export default function AutoLoginPage(props: ScreenProps) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const hasStarted = useRef(false);
  // The token works only once.
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const token = props.place.query.get('token') ?? '';
    withToken(() => call('autoLogin', { body: { token } })).then(
      (answer) => continueSignIn(answer, '', props),
      (error: CallError) => setFailure(error),
    );
  }, []);
  if (failure === null)
    return (
      <Frame title={text('autoTitle')}>
        <p className="public-lead">{text('autoWait')}</p>
      </Frame>
    );
  if (failure.code === code.alreadyLoggedIn)
    return (
      <Message
        icon="broken"
        title={text('autoFailedTitle')}
        below={
          <>
            <a href="/dashboard" data-leaves>
              {text('toDashboard')}
            </a>
            <a href="/logout">{text('signOut')}</a>
          </>
        }
      >
        <p>{text('autoAlready')}</p>
      </Message>
    );
  return (
    <Message icon="broken" title={text('autoFailedTitle')}>
      <p>
        {failure.code === code.tokenInvalid
          ? text('autoFailed')
          : failure.message || text('networkError')}
      </p>
    </Message>
  );
}
