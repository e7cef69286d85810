import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { solveProofOfWork } from '../proofOfWork.ts';
import { text } from '../text.ts';

interface Sent {
  verificationToken: string;
  /** When the next code can be requested, by the browser's clock. */
  nextAt: number;
}

/** Enter a phone number, receive a code, enter the code. */
export function PhoneDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  const form = useForm({ phone: '', tfaCode: '' }, ['phoneCaptchaToken']);
  const { phone, tfaCode } = form.values;
  const [sent, setSent] = useState<Sent | null>(null);
  const params = { id: userId };

  const send = (operation: 'sendPhoneCode' | 'resendPhoneCode') =>
    form.save(text('codeSent'), async () => {
      const { challenge, bits } = await call('phoneCaptchaInfo', { query: { phone } });
      const answer = await call(operation, {
        params,
        body: { phone, phoneCaptchaToken: await solveProofOfWork(challenge, bits) },
      });
      setSent({
        verificationToken: answer.verificationToken,
        nextAt: Date.now() + answer.secondsUntilResend * 1000,
      });
      form.set({ tfaCode: '' });
    });
  const submit = async () => {
    if (!sent) {
      await send('sendPhoneCode');
      return false;
    }
    const body = { phone, tfaCode, verificationToken: sent.verificationToken };
    return form.save(text('phoneAdded'), () => call('verifyPhone', { params, body }));
  };
  return (
    <FormDialog
      title={text('phoneAdd')}
      submitLabel={text(sent ? 'confirmCode' : 'phoneSend')}
      form={form}
      isReady={sent ? tfaCode.length === 6 : phone.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="tel"
        label={text('phoneNumber')}
        description={text('phoneNumberHint')}
        placeholder="+12025550123"
        dir="ltr"
        autoComplete="tel"
        disabled={sent !== null}
        data-autofocus
        {...form.input('phone')}
        error={form.problemAt('phone') ?? form.problemAt('phoneCaptchaToken')}
      />
      {sent && (
        <>
          <TextInput
            label={text('phoneCode', { phone })}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={6}
            {...form.input('tfaCode')}
          />
          <Resend
            nextAt={sent.nextAt}
            isBusy={form.isBusy}
            onSend={() => void send('resendPhoneCode')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Resend({ nextAt, isBusy, onSend }: { nextAt: number; isBusy: boolean; onSend(): void }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(interval);
  }, []);
  const seconds = Math.max(0, Math.ceil((nextAt - now) / 1000));
  return (
    <div>
      <Button size="compact-sm" variant="subtle" disabled={seconds > 0 || isBusy} onClick={onSend}>
        {seconds > 0 ? text('resendIn', { seconds }) : text('resend')}
      </Button>
    </div>
  );
}
