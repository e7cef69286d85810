import { useEffect, useRef } from 'react';
import { call } from '../../client.ts';
import type { SecondStepMethod, StepParts } from '../secondStep.ts';
import { text } from '../text.ts';
import { CodeField } from './CodeField.tsx';
import { clockTime, useCountdown } from './countdown.ts';
import { Field, FormProblem, Submit } from './fields.tsx';
import { RememberBrowser, shouldRemember } from './RememberBrowser.tsx';
import { useForm } from './useForm.ts';
import { useSending } from './useSending.ts';

/** The second step with an entered code. */
export function CodeStep({
  way,
  ...parts
}: StepParts & { way: Exclude<SecondStepMethod, 'passkey'> }) {
  if (way === 'email' || way === 'sms') return <SentCode way={way} {...parts} />;
  return (
    <CodeForm way={way} {...parts}>
      <p className="public-lead">{text(way === 'totp' ? 'appHint' : 'recoveryHint')}</p>
    </CodeForm>
  );
}

/** A code by email or text message. Sent immediately if there is only one destination. */
function SentCode({ way, ...parts }: StepParts & { way: 'email' | 'sms' }) {
  const { step } = parts;
  const sender = useSending(way, parts);
  const secondsLeft = useCountdown(step.resendAt ?? null) ?? 0;
  const isSent = step.sent?.way === way;
  const only = way === 'email' || step.phones.length === 1;
  const hasStarted = useRef(false);
  // Runs once, when the method is opened.
  useEffect(() => {
    if (hasStarted.current || isSent || !only || secondsLeft > 0) return;
    hasStarted.current = true;
    void sender.send(step.phones[0]?.id);
  }, []);

  const phone =
    step.phones.find(({ id }) => id === step.sent?.phone)?.phone ?? step.phones[0]?.phone ?? '';
  const resend = (
    <div className="public-again">
      {secondsLeft > 0 ? (
        <span role="timer">{text('sendAgainIn', { time: clockTime(secondsLeft) })}</span>
      ) : (
        <button
          type="button"
          className="public-link"
          disabled={sender.form.isBusy}
          onClick={() => void sender.send(step.sent?.phone)}
        >
          {text(sender.form.isBusy ? 'sending' : 'sendAgain')}
        </button>
      )}
      <FormProblem form={sender.form} />
    </div>
  );
  if (isSent)
    return (
      <CodeForm way={way} after={resend} {...parts}>
        <p className="public-lead" role="status">
          {way === 'email' ? text('emailHint') : text('smsHint', { phone })}
        </p>
      </CodeForm>
    );
  return (
    <form
      ref={sender.form.ref}
      onSubmit={sender.form.submitting(() =>
        sender.work(sender.form.value('phone') || step.phones[0]?.id),
      )}
    >
      {only ? (
        <p className="public-lead">
          {way === 'email' ? text('emailBefore') : text('smsBeforeOne', { phone })}
        </p>
      ) : (
        <fieldset className="public-choices">
          <legend>{text('smsBefore')}</legend>
          {step.phones.map(({ id, phone: maskedPhone }, index) => (
            <label key={id}>
              <input type="radio" name="phone" value={id} defaultChecked={index === 0} />
              <bdi dir="ltr">{maskedPhone}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <FormProblem form={sender.form} />
      {secondsLeft > 0 && (
        <p className="public-again" role="timer">
          {text('sendAgainIn', { time: clockTime(secondsLeft) })}
        </p>
      )}
      <Submit
        form={sender.form}
        label={text('send')}
        busyLabel={text('sending')}
        disabled={secondsLeft > 0}
      />
    </form>
  );
}

interface CodeFormProps extends StepParts {
  way: Exclude<SecondStepMethod, 'passkey'>;
  children: React.ReactNode;
  after?: React.ReactNode;
}

function CodeForm({ way, step, finish, children, after }: CodeFormProps) {
  const form = useForm('code');
  const submit = form.submitting(() =>
    finish(() =>
      call('loginSecondStep', {
        body: {
          ...{
            email: step.email,
            mediateToken: step.mediateToken,
            code: form.value('code').trim(),
          },
          rememberBrowser: shouldRemember(form.ref.current),
          ...{
            useTFAGoogle: way === 'totp',
            useTFASMS: way === 'sms',
            useTFAEmail: way === 'email',
            useRecovery: way === 'recovery',
          },
        },
      }),
    ),
  );
  return (
    <>
      <form ref={form.ref} onSubmit={submit} noValidate>
        {children}
        {way === 'recovery' ? (
          <Field
            form={form}
            name="code"
            label={text('recoveryCode')}
            className="public-code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        ) : (
          <CodeField form={form} label={text('code')} />
        )}
        <RememberBrowser />
        <FormProblem form={form} />
        <Submit form={form} label={text('confirm')} busyLabel={text('confirming')} />
      </form>
      {after}
    </>
  );
}
