import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import type { StepParts } from '../secondStep.ts';
import { nowMs } from './countdown.ts';
import { parseSeconds } from './problems.ts';
import { type FormState, useForm } from './useForm.ts';

interface CodeSender {
  form: FormState;
  send(phone: string | undefined): Promise<void>;
  /** Like `send`, but inside a form that runs it. */
  work(phone: string | undefined): Promise<void>;
}

/**
 * Sends a code by email or text message and stores when the next one can be sent. The phone is
 * identified by its ID.
 */
export function useSending(
  method: 'email' | 'sms',
  { step, change, within }: StepParts,
): CodeSender {
  const form = useForm();
  const work = (phone: string | undefined) =>
    within(async () => {
      const { email, mediateToken } = step;
      const to = method === 'sms' && phone ? { phone } : {};
      const isResend = step.sent !== undefined;
      try {
        const { secondsUntilResend } = isResend
          ? await call('resendSecondStep', {
              body: {
                email,
                mediateToken,
                ...to,
                useSMS: method === 'sms',
                useEmail: method === 'email',
              },
            })
          : await call('sendSecondStep', {
              body: {
                email,
                mediateToken,
                ...to,
                useSMS: method === 'sms',
                useEmail: method === 'email',
              },
            });
        change({
          ...step,
          sent: { way: method, ...to },
          resendAt: nowMs() + secondsUntilResend * 1000,
        });
      } catch (error) {
        // Requested too soon: the error message contains the waiting time.
        const secondsLeft =
          error instanceof CallError && error.code === code.tfaResendFailed
            ? parseSeconds(error.message)
            : null;
        if (secondsLeft === null) throw error;
        change({ ...step, resendAt: nowMs() + secondsLeft * 1000 });
      }
    });
  return { form, work, send: (phone) => form.run(() => work(phone)) };
}
