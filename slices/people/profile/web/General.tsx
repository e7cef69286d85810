import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { numberFormat } from '../../../../web/ui/values/formats.ts';
import { useForm } from './form.ts';
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
  const [dateFormat, setDateFormat] = useState(profile.dateFormat as DateFormat);
  const [timeZone, setTimeZone] = useState(profile.timeZone);
  const form = useForm();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await form.send(
      () => call('updateConfiguration', { body: { dateFormat, timeZone } }),
      text('saved'),
    );
  };
  const isChanged = dateFormat !== profile.dateFormat || timeZone !== profile.timeZone;
  return (
    <Section title={text('dates')}>
      <Stack
        as="form"
        className={styles.profileForm}
        gap={14}
        onSubmit={(event) => void save(event)}
        noValidate
      >
        <NativeSelect
          label={text('dateFormat')}
          value={dateFormat}
          error={form.problems.fields.dateFormat}
          data={dateFormats.map((value) => ({
            value,
            label: value === '' ? text('dateAutomatic') : value,
          }))}
          onChange={(event) => setDateFormat(event.currentTarget.value as DateFormat)}
        />
        <TimeZoneSelect
          label={text('timeZone')}
          hint={text('timeZoneHint', { offset: offsetText(profile.offset) })}
          value={timeZone}
          error={form.problems.fields.timeZone}
          emptyTitle={text('timeZoneOfSite', { zone: profile.siteTimeZone })}
          onChange={setTimeZone}
        />
        {form.problems.rest && <p className="form-problem">{form.problems.rest}</p>}
        <div>
          <Button type="submit" size="sm" loading={form.isBusy} disabled={!isChanged}>
            {text('save')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

function NewAddress({ profile }: { profile: ProfileData }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.send(() => call('changeEmail', { body: { email, password } })))) return;
    setSentTo(email);
    setEmail('');
    setPassword('');
  };
  return (
    <Section title={text('newAddress')}>
      <Stack
        as="form"
        className={styles.profileForm}
        gap={14}
        onSubmit={(event) => void send(event)}
        noValidate
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
          value={email}
          error={form.problems.fields.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={text('password')}
          autoComplete="current-password"
          value={password}
          error={form.problems.fields.password}
          visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {form.problems.rest && <p className="form-problem">{form.problems.rest}</p>}
        <div>
          <Button type="submit" size="sm" loading={form.isBusy} disabled={email === ''}>
            {text('sendLink')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
