import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import type { StepParts } from '../secondStep.ts';
import { nowMs } from './countdown.ts';
import { secondsIn } from './problems.ts';
import { type FormState, useForm } from './useForm.ts';

interface Sending {
  form: FormState;
  send(phone: string | undefined): Promise<void>;
  /** Like `send`, but inside a form that runs it. */
  work(phone: string | undefined): Promise<void>;
}

/**
 * Sends a code by email or text message and stores when the next one can be sent. The phone is
 * identified by its ID.
 */
export function useSending(way: 'email' | 'sms', { step, change, within }: StepParts): Sending {
  const form = useForm();
  const work = (phone: string | undefined) =>
    within(async () => {
      const { email, mediateToken } = step;
      const to = way === 'sms' && phone ? { phone } : {};
      const isAgain = step.sent !== undefined;
      try {
        const { secondsUntilResend } = isAgain
          ? await call('resendSecondStep', {
              body: {
                email,
                mediateToken,
                ...to,
                useSMS: way === 'sms',
                useEmail: way === 'email',
              },
            })
          : await call('sendSecondStep', {
              body: {
                email,
                mediateToken,
                ...to,
                useSMS: way === 'sms',
                useEmail: way === 'email',
              },
            });
        change({ ...step, sent: { way, ...to }, resendAt: nowMs() + secondsUntilResend * 1000 });
      } catch (error) {
        // Requested too soon: the error message contains the waiting time.
        const waits =
          error instanceof CallError && error.code === code.tfaResendFailed
            ? secondsIn(error.message)
            : null;
        if (waits === null) throw error;
        change({ ...step, resendAt: nowMs() + waits * 1000 });
      }
    });
  return { form, work, send: (phone) => form.run(() => work(phone)) };
}
