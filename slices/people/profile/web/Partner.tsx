import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
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

const noSecrets = { partnerPassword: '', appSecret: '' };
const emptyValues = {
  microsoftPartnerId: '',
  partnerUserName: '',
  appId: '',
  appTenantId: '',
  importUrl: '',
  ...noSecrets,
};

/**
 * The reseller's account at the partner program. It is intended for the marketplace, and currently
 * only stored.
 */
export default function Partner({ profile }: TabProps) {
  const { microsoftPartnerId, partnerUserName, appId, appTenantId, importUrl } = profile;
  const form = useForm({
    microsoftPartnerId,
    partnerUserName,
    appId,
    appTenantId,
    importUrl,
    ...noSecrets,
  });
  const [isRemoving, setRemoving] = useState(false);
  const save = async () => {
    const work = () => call('updatePartner', { body: form.values });
    if (await form.save(text('saved'), work)) form.set(noSecrets);
  };
  const hasPartner = profile.partnerChangedAt !== null;
  return (
    <Section title={text('partner')}>
      <Stack gap={16}>
        <div className="notice notice-warning">
          <Icon name="info" />
          <span>{text('partnerNotConnected')}</span>
        </div>
        <Form
          form={form}
          submitLabel={text('save')}
          maxWidth={560}
          actions={
            hasPartner && (
              <Button variant="default" onClick={() => setRemoving(true)}>
                {text('partnerRemove')}
              </Button>
            )
          }
          onSubmit={save}
        >
          {plainFields.map((name) => (
            <TextInput
              key={name}
              label={text(name)}
              dir="ltr"
              autoComplete="off"
              {...form.input(name)}
            />
          ))}
          {secretFields.map((name) => (
            <PasswordInput
              key={name}
              label={text(name)}
              dir="ltr"
              autoComplete="new-password"
              description={hasPartner ? text('secretKept') : undefined}
              visibilityToggleButtonProps={{ 'aria-label': text('showPassword') }}
              {...form.input(name)}
            />
          ))}
          {profile.partnerChangedAt && (
            <span className="soft">
              {text('partnerChanged')} <RelativeTime at={profile.partnerChangedAt} />
            </span>
          )}
        </Form>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={text('partnerRemove')}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('removePartner');
            toast('success', text('saved'));
            form.set(emptyValues);
          }}
          onClose={() => setRemoving(false)}
        >
          {text('partnerRemoveText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
