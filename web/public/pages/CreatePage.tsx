import { Suspense, useState } from 'react';
import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { AlreadySignedIn, signedInEmail } from '../parts/AlreadySignedIn.tsx';
import { Frame } from '../parts/Frame.tsx';
import { Field, FormProblem, Submit } from '../parts/fields.tsx';
import { Message } from '../parts/Message.tsx';
import { NewPassword } from '../parts/NewPassword.tsx';
import { useForm } from '../parts/useForm.ts';
import type { ScreenProps } from '../screen.ts';
import { continueSignIn } from '../secondStep.ts';
import { SocialButtons } from '../social.ts';
import { text } from '../text.ts';
import { useSignUpPolicy } from '../useSignUpPolicy.ts';

/** Self sign-up, if it is open on the site. */
export default function CreatePage(props: ScreenProps) {
  const { go, enter, place } = props;
  const form = useForm('email');
  const policy = useSignUpPolicy();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [occupant, setOccupant] = useState<string | null>(null);

  const submit = form.submitting(async () => {
    const credentials = { email: form.value('email'), password: form.value('password') };
    try {
      const created = await call('createAccount', {
        body: { ...credentials, passwordRepeat: form.value('passwordRepeat') },
      });
      if (created.emailValidationRequired) return setSentTo(credentials.email.trim());
    } catch (error) {
      if (error instanceof CallError && error.code === code.registrationClosed)
        return setClosed(true);
      return setOccupant(await signedInEmail(error));
    }
    // The account exists even if the sign-in fails.
    const answer = await call('login', { body: credentials }).catch(() => null);
    if (answer) return await continueSignIn(answer, credentials.email.trim(), props);
    go('/login', { notice: 'accountMade', email: credentials.email.trim() });
  });

  if (isClosed || policy?.isOpen === false)
    return (
      <Message icon="closed" title={text('createClosedTitle')}>
        <p>{text('createClosed')}</p>
        <p>{text('createClosedHint')}</p>
      </Message>
    );
  if (sentTo !== null)
    return (
      <Message
        icon="email"
        isGood
        title={text('checkMailTitle')}
        below={
          <>
            <a href="/login">{text('backToSignIn')}</a>
            <button type="button" className="public-link" onClick={() => setSentTo(null)}>
              {text('otherAddress')}
            </button>
          </>
        }
      >
        <p>{text('checkMail', { email: sentTo })}</p>
        <p>{text('checkMailHint')}</p>
      </Message>
    );
  return (
    <Frame
      title={text('createTitle')}
      notice={place.note.notice ? text(place.note.notice) : null}
      below={
        <span>
          {text('haveAccount')} <a href="/login">{text('signIn')}</a>
        </span>
      }
    >
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Field
          form={form}
          name="email"
          type="email"
          label={text('email')}
          autoComplete="username"
          autoFocus
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPassword form={form} policy={policy} label={text('password')} email={email} />
        {policy?.hasTerms && (
          <p className="public-aside">
            {text('acceptTerms')}{' '}
            <a href="/termsOfService" target="_blank" rel="noopener">
              {text('terms')}
            </a>
          </p>
        )}
        <FormProblem form={form} />
        <AlreadySignedIn by={occupant} goOn={() => void enter()} />
        <Submit form={form} label={text('createTitle')} busyLabel={text('creating')} />
      </form>
      <div className="public-or">{text('or')}</div>
      <Suspense>
        <SocialButtons />
      </Suspense>
    </Frame>
  );
}
