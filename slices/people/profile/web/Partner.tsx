import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { useForm } from './form.ts';
import type { TabProps } from './Profile.tsx';
import styles from './profile.module.css';
import { text } from './text.ts';
import '@mantine/core/styles/PasswordInput.css';

const plainFields = [
  'microsoftPartnerId',
  'partnerUserName',
  'appId',
  'appTenantId',
  'importUrl',
] as const;
const secretFields = ['partnerPassword', 'appSecret'] as const;

/**
 * The reseller's account at the partner program. It is intended for the marketplace, and currently
 * only stored.
 */
export default function Partner({ profile }: TabProps) {
  const [draft, setDraft] = useState(() => ({
    ...Object.fromEntries(plainFields.map((field) => [field, profile[field]])),
    ...Object.fromEntries(secretFields.map((field) => [field, ''])),
  })) as [
    Record<string, string>,
    (next: (before: Record<string, string>) => Record<string, string>) => void,
  ];
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.send(() => call('updatePartner', { body: draft }), text('saved')))) return;
    setDraft((before) => ({ ...before, partnerPassword: '', appSecret: '' }));
  };
  const field = (name: string) => ({
    label: text(name as (typeof plainFields)[number]),
    value: draft[name] ?? '',
    error: form.problems.fields[name],
    dir: 'ltr' as const,
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });
  const hasPartner = profile.partnerChangedAt !== null;
  return (
    <Section title={text('partner')}>
      <div className="notice notice-warning">
        <Icon name="info" />
        <span>{text('partnerNotConnected')}</span>
      </div>
      <Stack
        as="form"
        className={`${styles.profileForm} ${styles.profilePartner}`}
        maxWidth={560}
        mt={16}
        gap={14}
        onSubmit={(event) => void save(event)}
        noValidate
      >
        {plainFields.map((name) => (
          <TextInput key={name} {...field(name)} />
        ))}
        {secretFields.map((name) => (
          <PasswordInput
            key={name}
            {...field(name)}
            autoComplete="new-password"
            description={hasPartner ? text('secretKept') : undefined}
            visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
          />
        ))}
        {form.problems.rest && <p className="form-problem">{form.problems.rest}</p>}
        <div className="page-actions">
          <Button type="submit" size="sm" loading={form.isBusy}>
            {text('save')}
          </Button>
          {hasPartner && (
            <Button size="sm" variant="default" onClick={() => setRemoving(true)}>
              {text('partnerRemove')}
            </Button>
          )}
          {profile.partnerChangedAt && (
            <span className="soft">
              {text('partnerChanged')} <RelativeTime at={profile.partnerChangedAt} />
            </span>
          )}
        </div>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={text('partnerRemove')}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('removePartner');
            toast('success', text('saved'));
            setDraft(() => ({}));
          }}
          onClose={() => setRemoving(false)}
        >
          {text('partnerRemoveText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
