import { useEffect } from 'react';
import { call, clearToken, hasToken } from '../../client.ts';
import { Frame } from '../parts/Frame.tsx';
import { FormProblem, Submit } from '../parts/fields.tsx';
import { useForm } from '../parts/useForm.ts';
import type { ScreenProps } from '../screen.ts';
import { clearStep } from '../secondStep.ts';
import { text } from '../text.ts';

/**
 * Signs out: at once in a console tab, and after a click if the page may have been opened from an
 * external link.
 */
export default function LogoutPage({ go }: ScreenProps) {
  const form = useForm();
  const signOut = async () => {
    // Returns the token that signing out requires.
    const { isLoggedIn } = await call('loginCheck');
    if (isLoggedIn) await call('logout');
    clearToken();
    clearStep();
    go('/login', { notice: 'signedOut' });
  };
  // Runs once, on arrival.
  useEffect(() => {
    if (hasToken()) void form.run(signOut);
  }, []);
  return (
    <Frame
      title={text('signOutTitle')}
      below={
        <a href="/dashboard" data-leaves>
          {text('toDashboard')}
        </a>
      }
    >
      <p className="public-lead">{text('signOutHint')}</p>
      <form ref={form.ref} onSubmit={form.submitting(signOut)}>
        <FormProblem form={form} />
        <Submit form={form} label={text('signOut')} busyLabel={text('signingOut')} />
      </form>
    </Frame>
  );
}
