import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { Description } from './Description.tsx';
import { PhoneDialog } from './PhoneDialog.tsx';
import { useSecuritySetting } from './useSecuritySetting.ts';

type Phone = SecurityData['phonesList'][number];

export function Phones({ security }: { security: SecurityData }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Phone | null>(null);
  const change = useSecuritySetting();
  const { phonesList: phones, maxAllowedPhoneNumbers: max } = security;
  return (
    <Section
      title={text('phones')}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={phones.length >= max}
          onClick={() => setAdding(true)}
        >
          {text('phoneAdd')}
        </Button>
      }
    >
      {phones.length === 0 ? (
        <EmptyState icon="device-mobile" title={text('phoneNone')} hint={text('phoneWhat')} />
      ) : (
        phones.map((phone) => (
          <SettingRow
            key={phone.addressId}
            title={<Code>{phone.phone}</Code>}
            hint={<Description item={phone} name={phone.phone} />}
          >
            <IconButton
              icon="trash"
              label={text('removeNamed', { name: phone.phone })}
              onClick={() => setLeaving(phone)}
            />
          </SettingRow>
        ))
      )}
      {phones.length > 0 && (
        <p className={`soft ${styles.profileInset}`}>
          {text('countOf', { count: phones.length, max })}
        </p>
      )}
      {isAdding && <PhoneDialog userId={security.userId} onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title={text('removeNamed', { name: leaving.phone })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('removeItem', { body: { addressId: leaving.addressId } });
            await change(text('phoneRemoved'), async () => undefined);
          }}
          onClose={() => setLeaving(null)}
        >
          {text('phoneRemoveText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
