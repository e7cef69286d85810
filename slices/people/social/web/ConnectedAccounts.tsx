import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { Mark } from './Mark.tsx';
import styles from './social.module.css';
import { startFlow } from './socialFlow.ts';
import { text } from './text.ts';

type Connection = Answer<'socialProfile'>['items'][number];

/**
 * The profile section with the account's connected providers. `justConnected` is the provider the
 * user has just returned from (`/profile/{social}`).
 */
export default function ConnectedAccounts({ justConnected }: { justConnected?: string }) {
  const socialProfile = useCall('socialProfile', {});
  const providers = useCall('socialAllowed', {});
  const access = useCall('getSocial', {});
  const [redirectingTo, setRedirectingTo] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const run = useRun();

  const failed = [socialProfile, providers, access].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  const connections = socialProfile.data?.items ?? [];
  const others = (providers.data?.items ?? []).filter(
    ({ social }) => !connections.some((connection) => connection.social === social),
  );
  const isOff = access.data?.socialLoginEnabled === false;
  const isLoaded = socialProfile.data && providers.data && access.data;
  if (isLoaded && connections.length === 0 && others.length === 0) return null;

  const connect = async ({ social, title }: { social: string; title: string }) => {
    setRedirectingTo(social);
    try {
      await startFlow({ social, title, page: 'profile', handler: 'connect' });
    } catch (error) {
      setRedirectingTo(null);
      toast('error', text('connectNamed', { title }), errorText(error));
    }
  };
  const disconnect = async (connection: Connection) => {
    await call('deleteSocialProfile', { params: { social: connection.social } });
    await run(text('disconnected', { title: connection.title }), async () => undefined);
  };
  const newConnection = connections.find(({ social }) => social === justConnected);
  return (
    <Section title={text('connectedTitle')} isFlush>
      <Text className={styles.socialNote} p="12px 18px" hasLineBelow>
        {text(isOff ? 'switchedOff' : 'connectedHint')}
      </Text>
      {newConnection && (
        <Text className={styles.socialNote} p="12px 18px" hasLineBelow data-good role="status">
          {text('justConnected', { title: newConnection.title })}
        </Text>
      )}
      {!isLoaded ? (
        <Skeleton count={2} />
      ) : (
        <Stack>
          {connections.map((connection) => (
            <Row hasLine align="center" gap="10px 14px" p="14px 18px" key={connection.social}>
              <Mark kind={connection.kind} size={28} />
              <Stack className={styles.socialWho} flex="1 1 200px" gap={2} wrap="anywhere">
                <strong>{connection.title}</strong>
                <small>
                  {text('connectedAs', {
                    name: connection.email || connection.displayName || connection.title,
                    when: formatMoment(connection.connectedAt),
                  })}
                </small>
              </Stack>
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
            </Row>
          ))}
          {others.map((item) => (
            <Row hasLine align="center" gap="10px 14px" p="14px 18px" key={item.social}>
              <Mark kind={item.kind} size={28} />
              <Stack className={styles.socialWho} flex="1 1 200px" gap={2} wrap="anywhere">
                <strong>{item.title}</strong>
                <span>
                  <Badge tone="neutral">{text('notConnected')}</Badge>
                </span>
              </Stack>
              <Button
                variant="default"
                size="xs"
                aria-label={text('connectNamed', { title: item.title })}
                loading={redirectingTo === item.social}
                disabled={isOff || redirectingTo !== null}
                onClick={() => void connect(item)}
              >
                {text('connect')}
              </Button>
            </Row>
          ))}
        </Stack>
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
