import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { errorText } from '../../../../web/ui/errorText.ts';
import { Skeleton } from '../../../../web/ui/states.tsx';
import { useForm } from '../form.ts';
import { text } from '../text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useChange } from './useChange.ts';

type Offer = Answer<'generateGoogleCode'>;

/** Scan, give a code, keep the recovery codes: three steps of one dialog. */
export function AuthenticatorSetup({ onClose }: { onClose(): void }) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const change = useChange();
  useEffect(() => {
    let isOpen = true;
    call('generateGoogleCode').then(
      (made) => isOpen && setOffer(made),
      (error: unknown) => isOpen && setProblem(errorText(error)),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  const finish = async (recoveryCodes: readonly string[]) => {
    await change(text('authenticatorDone'), async () => undefined);
    if (recoveryCodes.length === 0) onClose();
    else setCodes(recoveryCodes);
  };
  return (
    <Dialog onClose={onClose} size="lg" title={text('authenticatorTitle')}>
      <div className="dialog">
        {problem && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
        {codes ? (
          <>
            <RecoveryCodes codes={codes} />
            <div className="dialog-actions">
              <Button onClick={onClose}>{text('recoverySaved')}</Button>
            </div>
          </>
        ) : offer ? (
          <Scan offer={offer} onDone={(made) => void finish(made)} />
        ) : (
          !problem && <Skeleton count={6} />
        )}
      </div>
    </Dialog>
  );
}

function Scan({ offer, onDone }: { offer: Offer; onDone(codes: readonly string[]): void }) {
  const [code, setCode] = useState('');
  const form = useForm();
  const secret = offer.googleAuthenticatorCode;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await form.send(() => call('validateGoogleCode', { body: { secret, code } }));
    if (answer) onDone(answer.recoveryCodes);
  };
  return (
    <form className="enrol" onSubmit={(event) => void send(event)} noValidate>
      <img
        className="enrol-qr"
        src={offer.googleQRCodeURL}
        alt={text('qrAlt')}
        width={200}
        height={200}
      />
      <ol className="enrol-steps">
        <li>{text('stepApp')}</li>
        <li>
          {text('stepScan')}
          <div className="enrol-secret">
            <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton value={secret} label={text('secret')} />
          </div>
        </li>
        <li>
          <TextInput
            label={text('stepCode')}
            value={code}
            error={form.problems.fields.code ?? form.problems.fields.secret ?? form.problems.rest}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            dir="ltr"
            data-autofocus
          />
        </li>
      </ol>
      <div className="dialog-actions enrol-end">
        <Button type="submit" loading={form.isBusy} disabled={code.replace(/\D/g, '').length !== 6}>
          {text('confirmCode')}
        </Button>
      </div>
    </form>
  );
}
