import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { type Calls, call } from '../../../../../web/client.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { AuthenticatorSetup } from './AuthenticatorSetup.tsx';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import { useSecuritySetting } from './useSecuritySetting.ts';
import '@mantine/core/styles/Switch.css';

type SecondFactorSettings = Calls['updateSecondFactor']['in']['body'];

/** Two-factor authentication and its methods. */
export function SecondFactor({ security }: { security: SecurityData }) {
  const [open, setOpen] = useState<'setup' | 'codes' | 'off' | null>(null);
  const change = useSecuritySetting();
  const update = (body: SecondFactorSettings) =>
    change(text('secondFactorSaved'), () =>
      call('updateSecondFactor', { params: { id: security.userId }, body }),
    );
  const close = () => setOpen(null);
  const canEnable =
    security.useTFAEmail ||
    security.useTFAGoogle ||
    security.useTFASMS ||
    security.passkeys.length > 0;
  return (
    <Section
      title={text('secondFactor')}
      isFlush
      actions={
        <Switch
          label={text(security.useTFA ? 'secondFactorOn' : 'secondFactorOff')}
          labelPosition="left"
          checked={security.useTFA}
          disabled={(security.useTFA && security.isTFADemanded) || (!security.useTFA && !canEnable)}
          onChange={() => (security.useTFA ? setOpen('off') : void update({ useTFA: true }))}
        />
      }
    >
      {security.isTFADemanded && (
        <div className={`notice ${styles.profileInset}`}>{text('secondFactorDemanded')}</div>
      )}
      <div id="authenticator">
        <SettingRow
          title={text('authenticator')}
          hint={text(security.validatedCode ? 'authenticatorReady' : 'authenticatorHint')}
        >
          {security.validatedCode && (
            <Switch
              aria-label={text('authenticator')}
              checked={security.useTFAGoogle}
              onChange={(event) => void update({ useTFAGoogle: event.currentTarget.checked })}
            />
          )}
          <Button
            size="xs"
            variant={security.validatedCode ? 'default' : 'filled'}
            onClick={() => setOpen('setup')}
          >
            {text(security.validatedCode ? 'authenticatorAgain' : 'authenticatorSetUp')}
          </Button>
        </SettingRow>
      </div>
      <SettingRow
        title={text('byEmail')}
        hint={text(security.isEmailValidated ? 'byEmailHint' : 'byEmailUnproved')}
      >
        <Switch
          aria-label={text('byEmail')}
          checked={security.useTFAEmail}
          disabled={!security.isEmailValidated}
          onChange={(event) => void update({ useTFAEmail: event.currentTarget.checked })}
        />
      </SettingRow>
      <SettingRow
        title={text('bySms')}
        hint={text(security.smsTFAAllowed ? 'bySmsHint' : 'bySmsNoPhone')}
      >
        <Switch
          aria-label={text('bySms')}
          checked={security.useTFASMS}
          disabled={!security.smsTFAAllowed}
          onChange={(event) => void update({ useTFASMS: event.currentTarget.checked })}
        />
      </SettingRow>
      <div id="recovery">
        <SettingRow
          title={text('recovery')}
          hint={
            security.recoveryCodesLeft === 0
              ? text('recoveryNone')
              : text('recoveryLeft', { count: security.recoveryCodesLeft })
          }
        >
          <Button size="xs" variant="default" onClick={() => setOpen('codes')}>
            {text(security.recoveryCodesLeft === 0 ? 'recoveryMake' : 'recoveryRenew')}
          </Button>
        </SettingRow>
      </div>
      {open === 'setup' && <AuthenticatorSetup onClose={close} />}
      {open === 'codes' && (
        <RecoveryCodesDialog replaces={security.recoveryCodesLeft > 0} onClose={close} />
      )}
      {open === 'off' && (
        <ConfirmDialog
          title={text('secondFactorOffTitle')}
          confirmLabel={text('switchOff')}
          isDangerous
          onConfirm={async () => void (await update({ useTFA: false }))}
          onClose={close}
        >
          {text('secondFactorOffText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
