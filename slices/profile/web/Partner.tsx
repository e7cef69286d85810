import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { RelativeTime } from '../../../web/ui/values.tsx';
import { useForm } from './form.ts';
import type { TabProps } from './Profile.tsx';
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
 * The reseller's account at the partner programme. What it is for comes with the marketplace; until
 * then it is only kept.
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
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['getProfile'] });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await form.send(() => call('updatePartner', { body: draft }), text('saved')))) return;
    setDraft((before) => ({ ...before, partnerPassword: '', appSecret: '' }));
    await refetch();
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
  const hasOne = profile.partnerChangedAt !== null;
  return (
    <Section title={text('partner')}>
      <div className="notice notice-warning">
        <Icon name="info" />
        <span>{text('partnerNotConnected')}</span>
      </div>
      <form
        className="profile-form profile-partner"
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
            description={hasOne ? text('secretKept') : undefined}
            visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
          />
        ))}
        {form.problems.rest && <p className="form-problem">{form.problems.rest}</p>}
        <div className="page-actions">
          <Button type="submit" size="sm" loading={form.isBusy}>
            {text('save')}
          </Button>
          {hasOne && (
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
      </form>
      {isRemoving && (
        <ConfirmDialog
          title={text('partnerRemove')}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('removePartner');
            toast('success', text('saved'));
            setDraft(() => ({}));
            await refetch();
          }}
          onClose={() => setRemoving(false)}
        >
          {text('partnerRemoveText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
