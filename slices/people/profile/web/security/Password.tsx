import { PasswordInput, Switch } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { Form } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Box, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { useSecuritySetting } from './useSecuritySetting.ts';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';

const empty = { oldPass: '', newPass: '', confirmPass: '' };
type Field = keyof typeof empty;

export function Password({ security, email }: { security: SecurityData; email: string }) {
  const form = useForm(empty);
  const change = useSecuritySetting();
  const fields: readonly Field[] = security.hasPassword
    ? ['oldPass', 'newPass', 'confirmPass']
    : ['newPass', 'confirmPass'];
  const save = async () => {
    const work = () => call('updatePassword', { body: form.values });
    if (await form.save(text('passwordSaved'), work)) form.set(empty);
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
          <Box p="16px 18px">
            <Form
              form={form}
              submitLabel={text('passwordSet')}
              isReady={form.values.newPass !== ''}
              maxWidth={420}
              onSubmit={save}
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
                  visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
                  {...form.input(field)}
                />
              ))}
              <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
                {text('passwordEnds')}
              </Text>
            </Form>
          </Box>
        ) : (
          <p className={`soft ${styles.profileInset}`}>{text('passwordUnavailable')}</p>
        )}
      </Section>
    </div>
  );
}
