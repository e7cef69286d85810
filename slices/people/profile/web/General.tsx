import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { numberFormat } from '../../../../web/ui/values/formats.ts';
import type { ProfileData, TabProps } from './Profile.tsx';
import styles from './profile.module.css';
import { text } from './text.ts';
import '@mantine/core/styles/PasswordInput.css';

const dateFormats = [
  '',
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'd MMM yyyy',
] as const;
type DateFormat = (typeof dateFormats)[number];

export default function General({ profile }: TabProps) {
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <Stack className={styles.profileSections} gap={20}>
      <Section title={text('account')}>
        <KeyValue
          rows={[
            [text('email'), <bdi key="email">{profile.userEmail}</bdi>],
            [text('name'), name],
            [text('site'), profile.siteName],
            [text('state'), profile.accountStatus],
          ]}
        />
      </Section>
      <div className="columns">
        <Configuration profile={profile} />
        <NewAddress profile={profile} />
      </div>
    </Stack>
  );
}

const twoDigits = (value: number) => numberFormat({ minimumIntegerDigits: 2 }).format(value);

/** `UTC+05:30` */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function Configuration({ profile }: { profile: ProfileData }) {
  const form = useForm({
    dateFormat: profile.dateFormat as DateFormat,
    timeZone: profile.timeZone,
  });
  const save = () =>
    form.save(text('saved'), () => call('updateConfiguration', { body: form.values }));
  return (
    <Section title={text('dates')}>
      <Form form={form} submitLabel={text('save')} isReady={form.isChanged} onSubmit={save}>
        <NativeSelect
          label={text('dateFormat')}
          {...form.input('dateFormat')}
          data={dateFormats.map((value) => ({
            value,
            label: value === '' ? text('dateAutomatic') : value,
          }))}
        />
        <TimeZoneSelect
          label={text('timeZone')}
          hint={text('timeZoneHint', { offset: offsetText(profile.offset) })}
          value={form.values.timeZone}
          error={form.problemAt('timeZone')}
          emptyTitle={text('timeZoneOfSite', { zone: profile.siteTimeZone })}
          onChange={(timeZone) => form.set({ timeZone })}
        />
      </Form>
    </Section>
  );
}

function NewAddress({ profile }: { profile: ProfileData }) {
  const form = useForm({ email: '', password: '' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = async () => {
    const body = form.values;
    if (!(await form.save(text('linkSent'), () => call('changeEmail', { body })))) return;
    setSentTo(body.email);
    form.set({ email: '', password: '' });
  };
  return (
    <Section title={text('newAddress')}>
      <Form
        form={form}
        submitLabel={text('sendLink')}
        isReady={form.values.email !== ''}
        onSubmit={send}
      >
        <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
          {text('newAddressHint', { email: profile.userEmail })}
        </Text>
        {sentTo !== null && (
          <div className="notice" role="status">
            {text('newAddressSent', { email: sentTo })}
          </div>
        )}
        <TextInput
          type="email"
          label={text('newEmail')}
          dir="ltr"
          autoComplete="email"
          {...form.input('email')}
        />
        <PasswordInput
          label={text('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
          {...form.input('password')}
        />
      </Form>
    </Section>
  );
}
