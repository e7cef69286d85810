import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Box, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { useForm } from '../form.ts';
import styles from '../profile.module.css';
import { text } from '../text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSecuritySetting } from './useChange.ts';

type Offer = Answer<'generateGoogleCode'>;

/** A dialog with three steps: scan the QR code, enter a code, save the recovery codes. */
export function AuthenticatorSetup({ onClose }: { onClose(): void }) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const change = useSecuritySetting();
  useEffect(() => {
    let isOpen = true;
    call('generateGoogleCode').then(
      (created) => isOpen && setOffer(created),
      (error: unknown) => isOpen && setProblem(errorText(error)),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  const completeSetup = async (recoveryCodes: readonly string[]) => {
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
          <Scan offer={offer} onDone={(created) => void completeSetup(created)} />
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
    <form className={styles.enrol} onSubmit={(event) => void send(event)} noValidate>
      <img
        className={styles.enrolQr}
        src={offer.googleQRCodeURL}
        alt={text('qrAlt')}
        width={200}
        height={200}
      />
      <Stack as="ol" className={styles.enrolSteps} gap={16} ps={20} lineHeight={1.5}>
        <li>{text('stepApp')}</li>
        <li>
          {text('stepScan')}
          <Row
            className={styles.enrolSecret}
            data-part="enrol-secret"
            isNowrap
            align="center"
            gap={6}
            mt={6}
            p="6px 10px"
            isShaded
            isFramed
            isRounded
          >
            <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton value={secret} label={text('secret')} />
          </Row>
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
      </Stack>
      <Box className={`dialog-actions ${styles.enrolEnd}`} gridColumn="1 / -1">
        <Button type="submit" loading={form.isBusy} disabled={code.replace(/\D/g, '').length !== 6}>
          {text('confirmCode')}
        </Button>
      </Box>
    </form>
  );
}
