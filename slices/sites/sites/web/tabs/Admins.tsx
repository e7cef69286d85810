import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { currentLanguage, languageTitle } from '../../../../../web/texts/texts.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { offeredLanguages } from '../fields.tsx';
import { text } from '../text.ts';

type Admin = Answer<'getSiteAdmins'>['items'][number];

export default function Admins({ siteId }: { siteId: string }) {
  const admins = useCall('getSiteAdmins', { params: { siteHost: siteId } });
  const [isInviting, setInviting] = useState<{ email: string } | null>(null);
  const invite = (
    <Button
      size="xs"
      leftSection={<Icon name="plus" size={15} />}
      onClick={() => setInviting({ email: '' })}
    >
      {text('invite')}
    </Button>
  );
  return (
    <Section
      title={text('adminsTitle')}
      actions={admins.data && admins.data.items.length > 0 && invite}
      isFlush
    >
      {admins.isError && !admins.data ? (
        <ErrorState error={admins.error} onRetry={() => void admins.refetch()} />
      ) : !admins.data ? (
        <Skeleton count={4} />
      ) : admins.data.items.length === 0 ? (
        <EmptyState
          icon="users"
          title={text('adminsEmptyTitle')}
          hint={text('adminsEmptyHint')}
          action={invite}
        />
      ) : (
        <LineList>
          {admins.data.items.map((admin) => (
            <AdminRow
              key={admin.userId}
              admin={admin}
              onAgain={() => setInviting({ email: admin.email })}
            />
          ))}
        </LineList>
      )}
      {isInviting && (
        <Invite siteId={siteId} email={isInviting.email} onClose={() => setInviting(null)} />
      )}
    </Section>
  );
}

function AdminRow({ admin, onAgain }: { admin: Admin; onAgain(): void }) {
  const state = admin.isWaiting
    ? 'waitingAdmin'
    : admin.isEnabled
      ? 'activeAdmin'
      : 'disabledAdmin';
  return (
    <li>
      <span>
        <bdi dir="ltr">{admin.email}</bdi>{' '}
        {admin.name && <span className="soft">{admin.name}</span>}
      </span>
      <Badge tone={admin.isWaiting ? 'busy' : admin.isEnabled ? 'good' : 'neutral'}>
        {text(state)}
      </Badge>
      {!admin.isWaiting && (
        <Badge tone={admin.usesTfa ? 'good' : 'warning'}>
          {text(admin.usesTfa ? 'tfaOn' : 'tfaOff')}
        </Badge>
      )}
      <span className="soft">
        {text('lastLogin')}:{' '}
        {admin.lastLoginAt ? <RelativeTime at={admin.lastLoginAt} /> : text('never')}
      </span>
      {admin.isWaiting && (
        <Row as="span" gap={6} ms="auto">
          <Button
            size="xs"
            variant="default"
            aria-label={text('inviteAgainNamed', { email: admin.email })}
            onClick={onAgain}
          >
            {text('inviteAgain')}
          </Button>
        </Row>
      )}
    </li>
  );
}

function Invite({
  siteId,
  email: initialEmail,
  onClose,
}: {
  siteId: string;
  email: string;
  onClose(): void;
}) {
  const form = useForm({ email: initialEmail, language: currentLanguage() });
  const { email, language } = form.values;
  const invite = () =>
    form.save(text('invited', { email }), () =>
      call('inviteSiteAdmin', {
        params: { siteHost: siteId },
        body: { email: email.trim(), language },
      }),
    );
  return (
    <FormDialog
      title={text('inviteTitle')}
      form={form}
      submitLabel={text('invite')}
      isReady={email.trim() !== ''}
      onSubmit={invite}
      onClose={onClose}
    >
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('adminsHint')}
      </Text>
      <TextInput
        label={text('email')}
        type="email"
        dir="ltr"
        data-autofocus
        {...form.input('email')}
      />
      <NativeSelect
        label={text('inviteLanguage')}
        data={offeredLanguages.map((value) => ({ value, label: languageTitle(value) }))}
        {...form.input('language')}
      />
    </FormDialog>
  );
}
