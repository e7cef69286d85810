import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../web/client.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { useForm } from './form.ts';
import type { ProfileData, TabProps } from './Profile.tsx';
import { Row } from './Row.tsx';
import { text } from './text.ts';
import '@mantine/core/styles/Switch.css';

type Choices = Record<string, boolean>;

/** The sets of the specification, and the call each is saved with. */
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

const own: readonly SetName[] = [
  'notificationsPreferences',
  'securityNotificationsPreferences',
  'usageNotificationsPreferences',
];
const ofChildren: readonly SetName[] = [
  'parentSecurityNotificationsPreferences',
  'parentActionsNotificationsPreferences',
  'parentUsageNotificationsPreferences',
];
const ofAdministrators: readonly SetName[] = [
  'billingNotificationsPreferences',
  'systemNotificationsPreferences',
  'scNotificationsPreferences',
];

export default function Notifications({ profile }: TabProps) {
  const run = useRun();
  const write = (notification: boolean) =>
    run(text('saved'), () => call('updateNotification', { body: { notification } }), [
      'getProfile',
    ]);
  return (
    <div className="profile-sections">
      <Section isFlush>
        <Row title={text('mailsAtAll')} hint={text('mailsAtAllHint')}>
          <Switch
            aria-label={text('mailsAtAll')}
            checked={profile.notification}
            onChange={(event) => void write(event.currentTarget.checked)}
          />
        </Row>
      </Section>
      <Area title={text('ownNotifications')} names={own} profile={profile} />
      <Area
        title={text('childNotifications')}
        names={ofChildren}
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
        <Area title={text('adminNotifications')} names={ofAdministrators} profile={profile}>
          <AdditionalEmail
            which={1}
            email={profile.adminAdditionalEmail}
            isOn={profile.adminAdditionalEmailFlag}
            label={text('adminCopy')}
          />
        </Area>
      )}
    </div>
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
      {hint && <p className="soft profile-note">{hint}</p>}
      <div className="preference-sets">
        {names.map((name) => (
          <PreferenceSet key={name} name={name} entries={profile[name]} />
        ))}
      </div>
      {children}
    </Section>
  );
}

function PreferenceSet({ name, entries }: { name: SetName; entries: ProfileData[SetName] }) {
  const run = useRun();
  const choose = (id: number, isOn: boolean) =>
    run(text('saved'), () => sets[name]({ [id]: isOn }), ['getProfile']);
  return (
    <fieldset className="preference-set">
      <legend>{text(name)}</legend>
      {entries.length === 0 && <p className="soft profile-note">{text('setEmpty')}</p>}
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
    </fieldset>
  );
}

interface AdditionalEmailProps {
  /** The specification's number: 0 parent, 1 administrator. */
  which: 0 | 1;
  email: string;
  isOn: boolean;
  label: string;
}

function AdditionalEmail({ which, email, isOn, label }: AdditionalEmailProps) {
  const [draft, setDraft] = useState(email);
  const form = useForm();
  const run = useRun();
  const queryClient = useQueryClient();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      email: draft,
      carbonCopyFlagEnabled: draft.trim() !== '',
      carbonCopyFlag: which,
    };
    if (await form.send(() => call('updateAdditionalEmail', { body }), text('saved')))
      await queryClient.invalidateQueries({ queryKey: ['getProfile'] });
  };
  const flag = (additionalEmailFlag: boolean) =>
    run(
      text('saved'),
      () =>
        call('updateAdditionalEmailFlag', { body: { additionalEmailFlag, carbonCopyFlag: which } }),
      ['getProfile'],
    );
  return (
    <form className="profile-copy" onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={label}
        description={text('copyHint')}
        type="email"
        dir="ltr"
        value={draft}
        error={form.problems.fields.email ?? form.problems.rest}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <div className="page-actions">
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={form.isBusy}
          disabled={draft.trim() === email}
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
    </form>
  );
}
