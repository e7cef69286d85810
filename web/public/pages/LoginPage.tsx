import { Suspense, useState } from 'react';
import { call } from '../../client.ts';
import { AlreadySignedIn, signedInEmail } from '../parts/AlreadySignedIn.tsx';
import { Frame } from '../parts/Frame.tsx';
import { Field, FormProblem, PasswordField, Submit } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { useForm } from '../parts/useForm.ts';
import { canUsePasskeys, promptForPasskey } from '../passkey.ts';
import type { ScreenProps } from '../screen.ts';
import { continueSignIn } from '../secondStep.ts';
import { SocialButtons } from '../social.ts';
import { text } from '../text.ts';
import { useSignUpPolicy } from '../useSignUpPolicy.ts';
import { useSuggestedPasskey } from '../useSuggestedPasskey.ts';

/**
 * Sign-in with email and password, or a passkey. After too many failures, a countdown to the next
 * attempt is shown.
 */
export function LoginPage(props: ScreenProps) {
  const { place, enter, onTyping } = props;
  const { notice, isRemote, email } = place.note;
  const form = useForm('password');
  const policy = useSignUpPolicy();
  const [isSubmitting, setSubmitting] = useState(false);
  const [occupant, setOccupant] = useState<string | null>(null);

  const signInWith = (
    credential: Parameters<typeof call<'passkeyLogin'>>[1]['body']['credential'],
  ) =>
    form.run(() =>
      runSignIn(async () => {
        await call('passkeyLogin', { body: { credential } });
        await enter();
      }),
    );
  const suggestion = useSuggestedPasskey((credential) => void signInWith(credential));
  /**
   * If the same user is already signed in in another tab, sign-in continues. If another user is
   * signed in, this is shown.
   */
  const runSignIn = async (work: () => Promise<void>, enteredEmail = '') => {
    setOccupant(null);
    try {
      await work();
    } catch (error) {
      const email = await signedInEmail(error);
      if (email.toLowerCase() === enteredEmail.toLowerCase()) return await enter();
      setOccupant(email);
    }
  };
  const submit = form.submitting(() => {
    const email = form.value('email').trim();
    return runSignIn(
      async () =>
        await continueSignIn(
          await call('login', { body: { email: email, password: form.value('password') } }),
          email,
          props,
        ),
      email,
    );
  });
  const offerPasskey = async () => {
    suggestion.stop();
    setSubmitting(true);
    onTyping();
    try {
      await form.run(async () => {
        const { options } = await call('passkeyOptions', { body: {} });
        const credential = await promptForPasskey(options);
        if (!credential) return form.say({ form: text('passkeyNotUsed') });
        await runSignIn(async () => {
          await call('passkeyLogin', { body: { credential } });
          await enter();
        });
      });
    } finally {
      setSubmitting(false);
      suggestion.start();
    }
  };

  return (
    <Frame
      title={text('signIn')}
      notice={notice ? text(notice) : null}
      below={
        !isRemote &&
        policy?.isOpen !== false && (
          <span data-waiting={policy === null || undefined}>
            {text('noAccount')} <a href="/create">{text('signUp')}</a>
          </span>
        )
      }
    >
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Field
          form={form}
          name="email"
          type="email"
          label={text('email')}
          defaultValue={email}
          autoComplete="username webauthn"
          autoFocus={!email}
          onInput={onTyping}
        />
        <PasswordField
          form={form}
          name="password"
          label={text('password')}
          autoComplete="current-password"
          autoFocus={Boolean(email)}
          onInput={onTyping}
          aside={<a href="/forgot">{text('forgotLink')}</a>}
        />
        <FormProblem form={form} />
        <AlreadySignedIn by={occupant} goOn={() => void enter()} />
        <Submit
          form={form}
          label={text('signIn')}
          busyLabel={text(isSubmitting ? 'signIn' : 'signingIn')}
        />
      </form>
      <div className="public-or">{text('or')}</div>
      {canUsePasskeys() && (
        <button
          type="button"
          className="public-second"
          disabled={form.isBusy}
          onClick={() => void offerPasskey()}
        >
          <Icon name="passkey" size={18} />
          {text('usePasskey')}
        </button>
      )}
      <Suspense>
        <SocialButtons />
      </Suspense>
    </Frame>
  );
}
