import { useEffect, useState } from 'react';
import { type Answer, CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { Frame } from '../parts/Frame.tsx';
import { Field, FormProblem, Submit } from '../parts/fields.tsx';
import { Message } from '../parts/Message.tsx';
import { NewPassword } from '../parts/NewPassword.tsx';
import { useForm } from '../parts/useForm.ts';
import { tokenOf } from '../publicRoutes.ts';
import type { ScreenProps } from '../screen.ts';
import { text } from '../text.ts';
import { useSignUpPolicy } from '../useSignUpPolicy.ts';

type Link = Answer<'readReset'> | 'reading' | 'invalid' | { problem: CallError };

/** Sets a password with the emailed link, after a reset request or an invitation. */
export default function ResetPage({ place, go }: ScreenProps) {
  const token = tokenOf(place);
  const [attempt, retry] = useState(0);
  const [link, setLink] = useState<Link>(token ? 'reading' : 'invalid');
  const policy = useSignUpPolicy();
  const form = useForm('password');

  // A new attempt reads again.
  useEffect(() => {
    if (!token) return;
    setLink('reading');
    call('readReset', { params: { token } }).then(setLink, (error: CallError) =>
      setLink(error.code === code.tokenInvalid ? 'invalid' : { problem: error }),
    );
  }, [token, attempt]);

  const isInvitation = place.screen === 'setpassword';
  if (link === 'invalid')
    return (
      <Message
        icon="broken"
        title={text('linkInvalidTitle')}
        below={
          <>
            <a href="/forgot">{text('newLink')}</a>
            <a href="/login">{text('backToSignIn')}</a>
          </>
        }
      >
        <p>{text('resetInvalid')}</p>
        {isInvitation && <p>{text('inviteInvalid')}</p>}
      </Message>
    );
  if (link === 'reading')
    return (
      <Frame title={text(isInvitation ? 'inviteTitle' : 'resetTitle')}>{text('loading')}</Frame>
    );
  if ('problem' in link)
    return (
      <Message
        icon="broken"
        title={text(isInvitation ? 'inviteTitle' : 'resetTitle')}
        below={
          <button type="button" className="public-link" onClick={() => retry(attempt + 1)}>
            {text('tryAgain')}
          </button>
        }
      >
        <p role="alert">{link.problem.message || text('networkError')}</p>
      </Message>
    );
  const submit = form.submitting(async () => {
    const body = {
      email: link.email,
      token: token ?? '',
      password: form.value('password'),
      passwordRepeat: form.value('passwordRepeat'),
    };
    try {
      await call('resetPassword', { body });
    } catch (error) {
      if (error instanceof CallError && error.code === code.tokenInvalid) return setLink('invalid');
      throw error;
    }
    if (link.signInAddress !== null) return window.location.assign(link.signInAddress);
    go('/login', { notice: 'passwordSet', email: link.email });
  });
  return (
    <Frame
      title={text(link.isInvitation ? 'inviteTitle' : 'resetTitle')}
      below={<a href={link.signInAddress ?? '/login'}>{text('backToSignIn')}</a>}
    >
      <p className="public-lead">{text(link.isInvitation ? 'inviteHint' : 'resetHint')}</p>
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Field
          form={form}
          name="email"
          type="email"
          label={text('email')}
          defaultValue={link.email}
          readOnly
          autoComplete="username"
        />
        <NewPassword
          form={form}
          policy={policy}
          label={text('newPassword')}
          email={link.email}
          isFocused
        />
        <FormProblem form={form} />
        <Submit form={form} label={text('setPassword')} busyLabel={text('settingPassword')} />
      </form>
    </Frame>
  );
}
