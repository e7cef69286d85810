import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { toast } from '../../../web/data/toasts.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { errorText } from '../../../web/ui/errorText.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { leaveFor } from './journey.ts';
import { Mark } from './Mark.tsx';
import { text } from './text.ts';

type Connection = Answer<'socialProfile'>['items'][number];

/**
 * A section of the profile: what the account is connected to. `justConnected` is the provider one
 * has just come back from (`/profile/{social}`).
 */
export default function ConnectedAccounts({ justConnected }: { justConnected?: string }) {
  const own = useCall('socialProfile', {}, { topics: ['user'] });
  const offered = useCall('socialAllowed', {}, { topics: ['socialProvider'] });
  const access = useCall('getSocial', {}, { topics: ['user'] });
  const [leaving, setLeaving] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const run = useRun();

  const failed = [own, offered, access].find((reading) => reading.isError && !reading.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  const connections = own.data?.items ?? [];
  const others = (offered.data?.items ?? []).filter(
    ({ social }) => !connections.some((connection) => connection.social === social),
  );
  const isOff = access.data?.socialLoginEnabled === false;
  const isRead = own.data && offered.data && access.data;
  if (isRead && connections.length === 0 && others.length === 0) return null;

  const connect = async ({ social, title }: { social: string; title: string }) => {
    setLeaving(social);
    try {
      await leaveFor({ social, title, page: 'profile', handler: 'connect' });
    } catch (error) {
      setLeaving(null);
      toast('error', text('connectNamed', { title }), errorText(error));
    }
  };
  const disconnect = async (connection: Connection) => {
    await call('deleteSocialProfile', { params: { social: connection.social } });
    await run(text('disconnected', { title: connection.title }), async () => undefined, [
      'socialProfile',
      'getSocial',
    ]);
  };
  const fresh = connections.find(({ social }) => social === justConnected);
  return (
    <Section title={text('connectedTitle')} isFlush>
      <p className="social-note">{text(isOff ? 'switchedOff' : 'connectedHint')}</p>
      {fresh && (
        <p className="social-note" data-good role="status">
          {text('justConnected', { title: fresh.title })}
        </p>
      )}
      {!isRead ? (
        <Skeleton count={2} />
      ) : (
        <div className="social-rows">
          {connections.map((connection) => (
            <div className="social-row" key={connection.social}>
              <Mark kind={connection.kind} size={28} />
              <div className="social-who">
                <strong>{connection.title}</strong>
                <small>
                  {text('connectedAs', {
                    name: connection.email || connection.displayName || connection.title,
                    when: formatMoment(connection.connectedAt),
                  })}
                </small>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={text('disconnectNamed', { title: connection.title })}
                {...(connection.remove === null
                  ? {}
                  : {
                      'data-disabled': true,
                      'aria-disabled': true,
                      'data-hint': connection.remove,
                    })}
                onClick={(event) =>
                  connection.remove === null ? setRemoving(connection) : event.preventDefault()
                }
              >
                {text('disconnect')}
              </Button>
            </div>
          ))}
          {others.map((item) => (
            <div className="social-row" key={item.social}>
              <Mark kind={item.kind} size={28} />
              <div className="social-who">
                <strong>{item.title}</strong>
                <span>
                  <Badge tone="neutral">{text('notConnected')}</Badge>
                </span>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={text('connectNamed', { title: item.title })}
                loading={leaving === item.social}
                disabled={isOff || leaving !== null}
                onClick={() => void connect(item)}
              >
                {text('connect')}
              </Button>
            </div>
          ))}
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={text('disconnectNamed', { title: removing.title })}
          confirmLabel={text('disconnect')}
          isDangerous
          onConfirm={() => disconnect(removing)}
          onClose={() => setRemoving(null)}
        >
          {text('disconnectBody', { title: removing.title })}
        </ConfirmDialog>
      )}
    </Section>
  );
}
