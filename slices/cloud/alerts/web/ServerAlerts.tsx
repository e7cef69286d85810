import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { ActionMenu } from '../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { AlertForm } from './AlertForm.tsx';
import { State, Target } from './cells.tsx';
import { type Alert, conditionText, notificationText } from './metrics.ts';
import { text } from './text.ts';
import { offeredFor, useAlertActions } from './useAlertActions.tsx';

/** The alerts of one server, direct or by tag. */
export function ServerAlerts({ server }: { server: { id: string; name: string } }) {
  const alerts = useCall(
    'listAlerts',
    { query: { server: server.id, size: '0' } },
    { pollMs: 30_000 },
  );
  const { actions, dialog } = useAlertActions();
  const [isCreating, setCreating] = useState(false);
  const onThisServer = ({ servers, ...alert }: Alert): Alert => {
    const ownServers = servers.filter(({ serverId }) => serverId === server.id);
    return { ...alert, servers: ownServers, state: ownServers[0]?.state ?? 'ok' };
  };
  return (
    <Section
      title={text('onServer')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => setCreating(true)}
        >
          {text('create')}
        </Button>
      }
    >
      {alerts.isError && !alerts.data && (
        <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.isPending && <Skeleton count={2} />}
      {alerts.data?.items.length === 0 && (
        <EmptyState icon="alert" title={text('emptyTitle')} hint={text('emptyHint')} />
      )}
      <Stack as="ul" data-part="alert-list" gap={10}>
        {alerts.data?.items.map(onThisServer).map((alert) => (
          <Row as="li" align="center" justify="space-between" gap="6px 16px" key={alert.id}>
            <Stack flex="1 1 240px" gap={3}>
              <Row as="span" align="center" gap="4px 10px">
                <Link className="link" to={`/alerts/${alert.id}`}>
                  <bdi>{alert.name}</bdi>
                </Link>
                <State alert={alert} />
              </Row>
              <span className="soft">
                {conditionText(alert)} · {notificationText(alert)}
                {alert.tag !== null && (
                  <>
                    {' · '}
                    <Target alert={alert} />
                  </>
                )}
              </span>
            </Stack>
            <ActionMenu actions={offeredFor(alert, actions)} row={alert} name={alert.name} />
          </Row>
        ))}
      </Stack>
      {isCreating && <AlertForm alert={null} server={server} onClose={() => setCreating(false)} />}
      {dialog}
    </Section>
  );
}
