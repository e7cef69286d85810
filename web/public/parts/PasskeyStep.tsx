import { call } from '../../client.ts';
import { promptForPasskey } from '../passkey.ts';
import type { StepParts } from '../secondStep.ts';
import { text } from '../text.ts';
import { FormProblem, Submit } from './fields.tsx';
import { RememberBrowser, shouldRemember } from './RememberBrowser.tsx';
import { useForm } from './useForm.ts';

/** The second step with a passkey. */
export function PasskeyStep({ step, within, finish }: StepParts) {
  const form = useForm();
  const { mediateToken } = step;
  const submit = form.submitting(() =>
    within(async () => {
      const rememberBrowser = shouldRemember(form.ref.current);
      const { options } = await call('passkeyOptions', { body: { mediateToken } });
      const credential = await promptForPasskey(options);
      if (!credential) return form.say({ form: text('passkeyNotUsed') });
      await finish(() =>
        call('passkeyLogin', { body: { credential, mediateToken, rememberBrowser } }),
      );
    }),
  );
  return (
    <form ref={form.ref} onSubmit={submit}>
      <p className="public-lead">{text('passkeyHint')}</p>
      <RememberBrowser />
      <FormProblem form={form} />
      <Submit form={form} label={text('wayPasskeyDo')} busyLabel={text('confirming')} autoFocus />
    </form>
  );
}
