import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Language } from '../../../../../contract/languages.ts';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { currentLanguage, languageTitle } from '../../../../../web/texts/texts.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
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
  const [email, setEmail] = useState(initialEmail);
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const saving = useSave(['email']);
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    const isInvited = await saving.save(text('invited', { email }), () =>
      call('inviteSiteAdmin', {
        params: { siteHost: siteId },
        body: { email: email.trim(), language },
      }),
    );
    if (isInvited) onClose();
  };
  return (
    <Dialog onClose={onClose} title={text('inviteTitle')}>
      <form className="dialog" onSubmit={(event) => void invite(event)} noValidate>
        <Text mb={14} maxWidth="72ch" tone="soft">
          {text('adminsHint')}
        </Text>
        <TextInput
          label={text('email')}
          type="email"
          dir="ltr"
          data-autofocus
          error={saving.problemAt('email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={text('inviteLanguage')}
          value={language}
          data={offeredLanguages.map((value) => ({ value, label: languageTitle(value) }))}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy} disabled={email.trim() === ''}>
            {text('invite')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
