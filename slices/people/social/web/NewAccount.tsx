import { CallError, call } from '../../../../web/client.ts';
import { Frame } from '../../../../web/public/parts/Frame.tsx';
import { Field, FormProblem, Submit } from '../../../../web/public/parts/fields.tsx';
import { useForm } from '../../../../web/public/parts/useForm.ts';
import { useSignUpPolicy } from '../../../../web/public/useSignUpPolicy.ts';
import { type NewAccount as Account, hintKeyFor, type Outcome, outcomeOf } from './outcome.ts';
import { text } from './text.ts';

interface NewAccountProps {
  account: Account;
  onOutcome(outcome: Outcome): void;
  onFailure(error: unknown): Outcome;
}

/**
 * Confirmation by a new user: the email address is as verified by the provider, the name can be
 * edited.
 */
export function NewAccount({ account, onOutcome, onFailure }: NewAccountProps) {
  const form = useForm('firstName');
  const policy = useSignUpPolicy();
  const { expiresInSeconds: _seconds, title, ...identity } = account;
  const submit = form.submitting(async () => {
    try {
      const names = { firstName: form.value('firstName'), lastName: form.value('lastName') };
      onOutcome(outcomeOf(await call('socialToken', { body: { ...identity, ...names } })));
    } catch (error) {
      // An invalid name is shown at its field. Any other error ends the sign-in.
      if (error instanceof CallError && hintKeyFor(error.code) === null) throw error;
      onOutcome(onFailure(error));
    }
  });
  return (
    <Frame title={text('newTitle')} below={<a href="/login">{text('notNew')}</a>}>
      <p className="public-lead">{text('newLead', { title })}</p>
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Field
          form={form}
          name="email"
          type="email"
          label={text('email')}
          value={account.email}
          readOnly
          autoComplete="off"
        />
        <Field
          form={form}
          name="firstName"
          dir="auto"
          label={text('firstName')}
          defaultValue={account.firstName}
          maxLength={100}
          autoComplete="given-name"
          autoFocus
        />
        <Field
          form={form}
          name="lastName"
          dir="auto"
          label={text('lastName')}
          defaultValue={account.lastName}
          maxLength={100}
          autoComplete="family-name"
        />
        {policy?.hasTerms && (
          <p className="public-aside">
            {text('acceptTerms')}{' '}
            <a href="/termsOfService" target="_blank" rel="noopener">
              {text('terms')}
            </a>
          </p>
        )}
        <FormProblem form={form} />
        <Submit form={form} label={text('create')} busyLabel={text('creating')} />
      </form>
    </Frame>
  );
}
