import { useState } from 'react';
import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { Frame } from '../parts/Frame.tsx';
import { FormProblem, Submit } from '../parts/fields.tsx';
import { Message } from '../parts/Message.tsx';
import { useForm } from '../parts/useForm.ts';
import { tokenOf } from '../publicRoutes.ts';
import type { ScreenProps } from '../screen.ts';
import { text } from '../text.ts';

/** Verifies an address. It requires a click, because mail scanners open every link. */
export default function ValidatePage({ place, go }: ScreenProps) {
  const token = tokenOf(place);
  const [isInvalid, setInvalid] = useState(token === null);
  const form = useForm();
  const submit = form.submitting(async () => {
    try {
      const { email } = await call('validateEmail', { body: { token: token ?? '' } });
      go('/validateSuccessful', { email });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== code.tokenInvalid) throw error;
      setInvalid(true);
    }
  });
  if (isInvalid)
    return (
      <Message icon="broken" title={text('linkInvalidTitle')}>
        <p>{text('validateInvalid')}</p>
      </Message>
    );
  return (
    <Frame
      title={text('validateTitle')}
      icon="email"
      below={<a href="/login">{text('backToSignIn')}</a>}
    >
      <p className="public-lead">{text('validateHint')}</p>
      <form ref={form.ref} onSubmit={submit}>
        <FormProblem form={form} />
        <Submit form={form} label={text('validate')} busyLabel={text('validating')} autoFocus />
      </form>
    </Frame>
  );
}
