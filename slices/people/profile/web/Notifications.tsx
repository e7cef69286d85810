import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Grid, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import type { ProfileData, TabProps } from './Profile.tsx';
import styles from './profile.module.css';
import { SettingRow } from './SettingRow.tsx';
import { text } from './text.ts';
import '@mantine/core/styles/Switch.css';

type Choices = Record<string, boolean>;

/** The notification sets of the specification, with the call that saves each. */
const sets = {
  notificationsPreferences: (choices: Choices) =>
    call('updateGeneralPreferences', { body: { notificationsPreferences: choices } }),
  securityNotificationsPreferences: (choices: Choices) =>
    call('updateSecurityPreferences', { body: { securityNotificationsPreferences: choices } }),
  usageNotificationsPreferences: (choices: Choices) =>
    call('updateUsagePreferences', { body: { usageNotificationsPreferences: choices } }),
  parentSecurityNotificationsPreferences: (choices: Choices) =>
    call('updateParentSecurityPreferences', {
      body: { parentSecurityNotificationsPreferences: choices },
    }),
  parentActionsNotificationsPreferences: (choices: Choices) =>
    call('updateParentActionsPreferences', {
      body: { parentActionsNotificationsPreferences: choices },
    }),
  parentUsageNotificationsPreferences: (choices: Choices) =>
    call('updateParentUsagePreferences', {
      body: { parentUsageNotificationsPreferences: choices },
    }),
  billingNotificationsPreferences: (choices: Choices) =>
    call('updateAdminPreferences', { body: { billingNotificationsPreferences: choices } }),
  systemNotificationsPreferences: (choices: Choices) =>
    call('updateAdminPreferences', { body: { systemNotificationsPreferences: choices } }),
  scNotificationsPreferences: (choices: Choices) =>
    call('updateAdminPreferences', { body: { scNotificationsPreferences: choices } }),
};
type SetName = keyof typeof sets;

const ownSets: readonly SetName[] = [
  'notificationsPreferences',
  'securityNotificationsPreferences',
  'usageNotificationsPreferences',
];
const subAccountSets: readonly SetName[] = [
  'parentSecurityNotificationsPreferences',
  'parentActionsNotificationsPreferences',
  'parentUsageNotificationsPreferences',
];
const administratorSets: readonly SetName[] = [
  'billingNotificationsPreferences',
  'systemNotificationsPreferences',
  'scNotificationsPreferences',
];

export default function Notifications({ profile }: TabProps) {
  const run = useRun();
  const write = (notification: boolean) =>
    run(text('saved'), () => call('updateNotification', { body: { notification } }));
  return (
    <Stack className={styles.profileSections} gap={20}>
      <Section isFlush>
        <SettingRow title={text('mailsAtAll')} hint={text('mailsAtAllHint')}>
          <Switch
            aria-label={text('mailsAtAll')}
            checked={profile.notification}
            onChange={(event) => void write(event.currentTarget.checked)}
          />
        </SettingRow>
      </Section>
      <Area title={text('ownNotifications')} names={ownSets} profile={profile} />
      <Area
        title={text('childNotifications')}
        names={subAccountSets}
        profile={profile}
        hint={text('childNotificationsHint')}
      >
        <AdditionalEmail
          which={0}
          email={profile.parentAdditionalEmail}
          isOn={profile.parentAdditionalEmailFlag}
          label={text('parentCopy')}
        />
      </Area>
      {profile.hasAdminNotifications && (
        <Area title={text('adminNotifications')} names={administratorSets} profile={profile}>
          <AdditionalEmail
            which={1}
            email={profile.adminAdditionalEmail}
            isOn={profile.adminAdditionalEmailFlag}
            label={text('adminCopy')}
          />
        </Area>
      )}
    </Stack>
  );
}

interface AreaProps {
  title: string;
  hint?: string;
  names: readonly SetName[];
  profile: ProfileData;
  children?: React.ReactNode;
}

function Area({ title, hint, names, profile, children }: AreaProps) {
  return (
    <Section title={title}>
      {hint && (
        <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
          {hint}
        </Text>
      )}
      <Grid className={styles.preferenceSets} min={240} gap="22px 28px">
        {names.map((name) => (
          <PreferenceSet key={name} name={name} entries={profile[name]} />
        ))}
      </Grid>
      {children}
    </Section>
  );
}

function PreferenceSet({ name, entries }: { name: SetName; entries: ProfileData[SetName] }) {
  const run = useRun();
  const choose = (id: number, isOn: boolean) =>
    run(text('saved'), () => sets[name]({ [id]: isOn }));
  return (
    <Stack as="fieldset" gap={12} alignContent="start">
      <Text as="legend" p="0 0 10px" weight={600}>
        {text(name)}
      </Text>
      {entries.length === 0 && (
        <Text className={styles.profileNote} lineHeight={1.55} tone="soft">
          {text('setEmpty')}
        </Text>
      )}
      {entries.map((entry) => (
        <Checkbox
          key={entry.id}
          label={entry.title}
          description={entry.isCompulsory ? text('always') : undefined}
          checked={entry.isOn}
          disabled={entry.isCompulsory}
          onChange={(event) => void choose(entry.id, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}

interface AdditionalEmailProps {
  /** The specification's number: 0 for the parent account, 1 for the administrator. */
  which: 0 | 1;
  email: string;
  isOn: boolean;
  label: string;
}

function AdditionalEmail({ which, email, isOn, label }: AdditionalEmailProps) {
  const form = useForm({ email });
  const run = useRun();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...form.values,
      carbonCopyFlagEnabled: form.values.email.trim() !== '',
      carbonCopyFlag: which,
    };
    await form.save(text('saved'), () => call('updateAdditionalEmail', { body }));
  };
  const flag = (additionalEmailFlag: boolean) =>
    run(text('saved'), () =>
      call('updateAdditionalEmailFlag', { body: { additionalEmailFlag, carbonCopyFlag: which } }),
    );
  return (
    <Stack
      as="form"
      className={styles.profileCopy}
      gap={12}
      maxWidth={460}
      mt={22}
      pt={18}
      hasLineAbove
      onSubmit={(event) => void save(event)}
      noValidate
    >
      <TextInput
        label={label}
        description={text('copyHint')}
        type="email"
        dir="ltr"
        {...form.input('email')}
      />
      <FormProblem form={form} />
      <div className="page-actions">
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={form.isBusy}
          disabled={!form.isChanged}
        >
          {text('save')}
        </Button>
        <Switch
          label={text('copiesOn')}
          checked={isOn}
          disabled={email === ''}
          onChange={(event) => void flag(event.currentTarget.checked)}
        />
      </div>
    </Stack>
  );
}
