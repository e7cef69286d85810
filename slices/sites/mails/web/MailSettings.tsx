import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { MailServerForm } from './MailServerForm.tsx';
import { MailHeader } from './parts.tsx';
import { SmsProviderForm } from './SmsProviderForm.tsx';
import { text } from './text.ts';

type Settings = Answer<'getMailSettings'>;
type Kind = keyof Settings;

export default function MailSettings(): ReactNode {
  const settings = useCall('getMailSettings', {}, { pollMs: 60_000 });
  return (
    <>
      <MailHeader
        current="settings"
        title={text('settingsTitle')}
        detail={text('settingsDetail')}
      />
      {settings.isError && !settings.data ? (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : !settings.data ? (
        <Skeleton count={8} />
      ) : (
        <div className="columns">
          <ConnectionSection kind="mail" title={text('mailServer')} connection={settings.data.mail}>
            <MailServerForm
              key={JSON.stringify(settings.data.mail)}
              connection={settings.data.mail}
            />
          </ConnectionSection>
          <ConnectionSection kind="sms" title={text('smsProvider')} connection={settings.data.sms}>
            <SmsProviderForm
              key={JSON.stringify(settings.data.sms)}
              connection={settings.data.sms}
            />
            <p className="soft">
              {text('limitsText')}{' '}
              <a className="link" href="/settings">
                {text('settings')}
              </a>
            </p>
          </ConnectionSection>
        </div>
      )}
    </>
  );
}

interface ConnectionProps {
  kind: Kind;
  title: string;
  connection: Settings[Kind];
  children: ReactNode;
}

function ConnectionSection({ kind, title, connection, children }: ConnectionProps) {
  const [isDisconnecting, setDisconnecting] = useState(false);
  const run = useRun();
  const isOwn = connection.settings !== null;
  const hint = kind === 'mail' ? text('notConnectedMailHow') : text('notConnectedSmsHow');
  const inheritedText = (site: string) =>
    text(kind === 'mail' ? 'inheritedMail' : 'inheritedSms', { site });
  const state = isOwn ? (
    <Badge tone="good">{text('connected')}</Badge>
  ) : connection.inheritedFrom === null ? (
    <Badge tone="warning">{text('notConnected')}</Badge>
  ) : (
    <Badge tone="good">{text('inheritedFrom', { site: connection.inheritedFrom })}</Badge>
  );
  return (
    <Section title={title} actions={state}>
      <Stack gap={14} hasTightText>
        {!isOwn && (
          <div className={connection.inheritedFrom === null ? 'notice notice-warning' : 'notice'}>
            <Icon name="info" />
            <span>
              {connection.inheritedFrom === null ? hint : inheritedText(connection.inheritedFrom)}
            </span>
          </div>
        )}
        {connection.change !== null && <p className="soft">{connection.change}</p>}
        {connection.change === null && children}
        {isOwn && connection.change === null && (
          <div>
            <button type="button" className="link-button" onClick={() => setDisconnecting(true)}>
              {text('disconnect')}
            </button>
          </div>
        )}
      </Stack>
      {isDisconnecting && (
        <ConfirmDialog
          title={text(kind === 'mail' ? 'disconnectMailTitle' : 'disconnectSmsTitle')}
          confirmLabel={text('disconnect')}
          isDangerous
          onConfirm={async () => {
            await call(kind === 'mail' ? 'deleteMailServer' : 'deleteSmsProvider');
            await run(text('disconnected'), async () => undefined);
          }}
          onClose={() => setDisconnecting(false)}
        >
          {text('disconnectText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
