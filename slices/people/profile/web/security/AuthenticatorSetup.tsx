import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Box, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../profile.module.css';
import { text } from '../text.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Offer = Answer<'generateGoogleCode'>;

/** A dialog with three steps: scan the QR code, enter a code, save the recovery codes. */
export function AuthenticatorSetup({ onClose }: { onClose(): void }) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
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
  const completeSetup = (recoveryCodes: readonly string[]) => {
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
          <Scan offer={offer} onDone={completeSetup} />
        ) : (
          !problem && <Skeleton count={6} />
        )}
      </div>
    </Dialog>
  );
}

function Scan({ offer, onDone }: { offer: Offer; onDone(codes: readonly string[]): void }) {
  const form = useForm({ code: '' }, ['secret']);
  const { code } = form.values;
  const secret = offer.googleAuthenticatorCode;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    let recoveryCodes: readonly string[] = [];
    const isDone = await form.save(text('authenticatorDone'), async () => {
      ({ recoveryCodes } = await call('validateGoogleCode', { body: { secret, code } }));
    });
    if (isDone) onDone(recoveryCodes);
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
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            dir="ltr"
            data-autofocus
            {...form.input('code')}
            error={form.problemAt('code') ?? form.problemAt('secret') ?? form.problem}
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
