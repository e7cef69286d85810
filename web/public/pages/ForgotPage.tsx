import { useState } from 'react';
import { call } from '../../client.ts';
import { Frame } from '../parts/Frame.tsx';
import { Field, FormProblem, Submit } from '../parts/fields.tsx';
import { Message } from '../parts/Message.tsx';
import { useForm } from '../parts/useForm.ts';
import type { ScreenProps } from '../screen.ts';
import { text } from '../text.ts';

/**
 * Requests a link to set a new password. The response is the same whether or not the account
 * exists.
 */
export default function ForgotPage({ place }: ScreenProps) {
  const form = useForm('email');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = form.submitting(async () => {
    const email = form.value('email');
    await call('forgotPassword', { body: { email } });
    setSentTo(email.trim());
  });
  if (sentTo !== null)
    return (
      <Message icon="email" isGood title={text('forgotSentTitle')}>
        <p>{text('forgotSent', { email: sentTo })}</p>
        <p>{text('checkMailHint')}</p>
      </Message>
    );
  return (
    <Frame title={text('forgotTitle')} below={<a href="/login">{text('backToSignIn')}</a>}>
      <p className="public-lead">{text('forgotHint')}</p>
      <form ref={form.ref} onSubmit={submit} noValidate>
        <Field
          form={form}
          name="email"
          type="email"
          label={text('email')}
          defaultValue={place.note.email}
          autoComplete="username"
          autoFocus
        />
        <FormProblem form={form} />
        <Submit form={form} label={text('forgotSend')} busyLabel={text('sending')} />
      </form>
    </Frame>
  );
}
