import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { useForm } from '../form.ts';
import { solveProofOfWork } from '../proofOfWork.ts';
import { text } from '../text.ts';
import { useSecuritySetting } from './useChange.ts';

interface Sent {
  verificationToken: string;
  /** When the next code can be requested, by the browser's clock. */
  nextAt: number;
}

/** Enter a phone number, receive a code, enter the code. */
export function PhoneDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useForm();
  const change = useSecuritySetting();
  const params = { id: userId };

  const send = (operation: 'sendPhoneCode' | 'resendPhoneCode') =>
    form.send(async () => {
      const { challenge, bits } = await call('phoneCaptchaInfo', { query: { phone } });
      const answer = await call(operation, {
        params,
        body: { phone, phoneCaptchaToken: await solveProofOfWork(challenge, bits) },
      });
      setSent({
        verificationToken: answer.verificationToken,
        nextAt: Date.now() + answer.secondsUntilResend * 1000,
      });
      setCode('');
    });
  const verify = async () => {
    const body = { phone, tfaCode: code, verificationToken: sent?.verificationToken ?? '' };
    if (!(await form.send(() => call('verifyPhone', { params, body })))) return;
    await change(text('phoneAdded'), async () => undefined);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (sent ? verify() : send('sendPhoneCode'));
  };
  const { fields, rest } = form.problems;
  return (
    <Dialog onClose={onClose} title={text('phoneAdd')}>
      <form className="dialog" onSubmit={submit} noValidate>
        <TextInput
          type="tel"
          label={text('phoneNumber')}
          description={text('phoneNumberHint')}
          placeholder="+12025550123"
          dir="ltr"
          autoComplete="tel"
          value={phone}
          disabled={sent !== null}
          error={fields.phone ?? fields.phoneCaptchaToken}
          onChange={(event) => setPhone(event.currentTarget.value)}
          data-autofocus
        />
        {sent && (
          <>
            <TextInput
              label={text('phoneCode', { phone })}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              maxLength={6}
              value={code}
              error={fields.tfaCode}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Resend
              nextAt={sent.nextAt}
              isBusy={form.isBusy}
              onSend={() => void send('resendPhoneCode')}
            />
          </>
        )}
        {rest && (
          <p className="form-problem" role="alert">
            {rest}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button
            type="submit"
            loading={form.isBusy}
            disabled={sent ? code.length !== 6 : phone.trim() === ''}
          >
            {text(sent ? 'confirmCode' : 'phoneSend')}
          </Button>
        </div>
      </form>
    </Dialog>
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
