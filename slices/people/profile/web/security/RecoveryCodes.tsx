import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { FormProblem } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Box, Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../profile.module.css';
import { text } from '../text.ts';

/** The recovery codes, shown only once, to copy or download. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const plain = codes.join('\n');
  return (
    <Stack gap={14}>
      <Text className={styles.profileNote} lineHeight={1.55}>
        {text('recoveryKeep')}
      </Text>
      <Grid
        as="ol"
        className={styles.recoveryCodes}
        data-part="recovery-codes"
        columns="repeat(2, 1fr)"
        gap="8px 20px"
        p="14px 18px"
        isShaded
        isFramed
        isRounded
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <div className="page-actions">
        <CopyButton value={plain} label={text('recovery')} />
        <Box
          as="a"
          className="link"
          alignSelf="center"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${plain}\n`)}`}
        >
          {text('recoveryDownload')}
        </Box>
      </div>
    </Stack>
  );
}

export function RecoveryCodesDialog({ replaces, onClose }: { replaces: boolean; onClose(): void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useForm({});
  const renewCodes = () =>
    form.save(text('recoveryMade'), async () => {
      const { recoveryCodes } = await call('renewRecoveryCodes');
      setCodes(recoveryCodes);
    });
  return (
    <Dialog onClose={onClose} title={text('recovery')}>
      <div className="dialog">
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <Text className={styles.profileNote} lineHeight={1.55}>
            {text(replaces ? 'recoveryReplace' : 'recoveryWhat')}
          </Text>
        )}
        <FormProblem form={form} />
        <div className="dialog-actions">
          {codes ? (
            <Button onClick={onClose}>{text('recoverySaved')}</Button>
          ) : (
            <Button loading={form.isBusy} onClick={() => void renewCodes()}>
              {text(replaces ? 'recoveryRenew' : 'recoveryMake')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
