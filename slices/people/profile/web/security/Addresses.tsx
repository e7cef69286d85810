import { Button, Switch, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { call } from '../../../../../web/client.ts';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { Description } from './Description.tsx';
import { useSecuritySetting } from './useSecuritySetting.ts';
import '@mantine/core/styles/Switch.css';

/** The IP addresses from which the account can be used. */
export function Addresses({ security }: { security: SecurityData }) {
  const form = useForm({ ipAddress: '' });
  const change = useSecuritySetting();
  const { allowedIPList: list, ipAddress: own, maxAllowedIPs: max } = security;
  const includesCallerAddress = list.some(
    ({ ipAddress }) => ipAddress.replace(/\/(32|128)$/, '') === own,
  );
  const add = async (ipAddress: string) => {
    const work = () => call('addAllowedAddress', { body: { ipAddress } });
    if (await form.save(text('addressAdded'), work)) form.set({ ipAddress: '' });
  };
  const setAllowedIP = (useAllowedIP: boolean) =>
    change(text(useAllowedIP ? 'addressesOn' : 'addressesOff'), () =>
      call('updateSecondFactor', { params: { id: security.userId }, body: { useAllowedIP } }),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add(form.values.ipAddress);
  };
  return (
    <div id="addresses">
      <Section
        title={text('addresses')}
        isFlush
        actions={
          <Switch
            label={text(security.useAllowedIP ? 'inForce' : 'notInForce')}
            labelPosition="left"
            checked={security.useAllowedIP}
            onChange={(event) => void setAllowedIP(event.currentTarget.checked)}
          />
        }
      >
        <Row
          as="form"
          isNowrap
          align="start"
          gap={10}
          p="14px 18px 8px"
          firstFlex="1"
          onSubmit={submit}
          noValidate
        >
          <TextInput
            aria-label={text('address')}
            placeholder="192.0.2.0/24"
            dir="ltr"
            {...form.input('ipAddress')}
            error={form.problemAt('ipAddress') ?? form.problem}
          />
          <Button
            type="submit"
            size="sm"
            variant="default"
            loading={form.isBusy}
            disabled={form.values.ipAddress.trim() === '' || list.length >= max}
          >
            {text('add')}
          </Button>
        </Row>
        {!includesCallerAddress && (
          <div className={styles.profileInset}>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={list.length >= max}
              onClick={() => void add(own)}
            >
              {text('addressAddOwn', { address: own })}
            </Button>
          </div>
        )}
        {list.map((entry) => (
          <SettingRow
            key={entry.addressId}
            title={<Code>{entry.ipAddress}</Code>}
            hint={<Description item={entry} name={entry.ipAddress} />}
          >
            <IconButton
              icon="trash"
              label={text('removeNamed', { name: entry.ipAddress })}
              onClick={() =>
                void change(text('addressRemoved'), () =>
                  call('removeItem', { body: { addressId: entry.addressId } }),
                )
              }
            />
          </SettingRow>
        ))}
        <p className={`soft ${styles.profileInset}`}>
          {list.length === 0 ? text('addressesWhat') : text('countOf', { count: list.length, max })}
        </p>
      </Section>
    </div>
  );
}
