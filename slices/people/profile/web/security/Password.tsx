import { Button, PasswordInput, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { useForm } from '../form.ts';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { useSecuritySetting } from './useChange.ts';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';

const empty = { oldPass: '', newPass: '', confirmPass: '' };
type Field = keyof typeof empty;

export function Password({ security, email }: { security: SecurityData; email: string }) {
  const [draft, setDraft] = useState(empty);
  const form = useForm();
  const change = useSecuritySetting();
  const fields: readonly Field[] = security.hasPassword
    ? ['oldPass', 'newPass', 'confirmPass']
    : ['newPass', 'confirmPass'];
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.send(() => call('updatePassword', { body: draft })))) return;
    setDraft(empty);
    await change(text('passwordSaved'), async () => undefined);
  };
  return (
    <div id="password">
      <Section title={text('passwordTitle')} isFlush>
        <SettingRow
          title={text('emailLogin')}
          hint={text(security.allowEmail ? 'emailLoginOn' : 'emailLoginOff')}
        >
          <Switch
            aria-label={text('emailLogin')}
            checked={security.allowEmail}
            onChange={(event) => {
              const allowEmail = event.currentTarget.checked;
              void change(text('saved'), () =>
                call('allowEmailAccess', { params: { id: security.userId }, body: { allowEmail } }),
              );
            }}
          />
        </SettingRow>
        {security.allowEmail ? (
          <Stack
            as="form"
            className={`${styles.profileForm} ${styles.profileInset}`}
            maxWidth={420}
            gap={14}
            onSubmit={(event) => void save(event)}
            noValidate
          >
            {/* Tells password managers which account the password belongs to. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            {security.passwordChangedAt && (
              <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
                {text('passwordChanged')} <RelativeTime at={security.passwordChangedAt} />
              </Text>
            )}
            {fields.map((field) => (
              <PasswordInput
                key={field}
                label={text(field)}
                autoComplete={field === 'oldPass' ? 'current-password' : 'new-password'}
                value={draft[field]}
                error={form.problems.fields[field]}
                visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setDraft((before) => ({ ...before, [field]: value }));
                }}
              />
            ))}
            {form.problems.rest && (
              <p className="form-problem" role="alert">
                {form.problems.rest}
              </p>
            )}
            <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
              {text('passwordEnds')}
            </Text>
            <div>
              <Button type="submit" size="sm" loading={form.isBusy} disabled={draft.newPass === ''}>
                {text('passwordSet')}
              </Button>
            </div>
          </Stack>
        ) : (
          <p className={`soft ${styles.profileInset}`}>{text('passwordUnavailable')}</p>
        )}
      </Section>
    </div>
  );
}
