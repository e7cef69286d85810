import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../web/data/useCall.ts';
import { ActionMenu } from '../../../web/ui/actions.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { AlertForm } from './AlertForm.tsx';
import './alerts.css';
import { About, State } from './cells.tsx';
import { text } from './text.ts';
import { offeredFor, useAlertActions } from './useAlertActions.tsx';
import { type Alert, conditionText, tellsText } from './words.ts';

/** What watches one server, by itself or by its tags. */
export function ServerAlerts({ server }: { server: { id: string; name: string } }) {
  const alerts = useCall(
    'listAlerts',
    { query: { server: server.id, size: '0' } },
    { topics: ['alert'], pollMs: 30_000 },
  );
  const { actions, dialog } = useAlertActions();
  const [isCreating, setCreating] = useState(false);
  const here = ({ servers, ...alert }: Alert): Alert => {
    const own = servers.filter(({ serverId }) => serverId === server.id);
    return { ...alert, servers: own, state: own[0]?.state ?? 'ok' };
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
      <ul className="alert-list">
        {alerts.data?.items.map(here).map((alert) => (
          <li key={alert.id}>
            <div className="alert-words">
              <span className="alert-unwell">
                <Link className="link" to={`/alerts/${alert.id}` as string}>
                  <bdi>{alert.name}</bdi>
                </Link>
                <State alert={alert} />
              </span>
              <span className="soft">
                {conditionText(alert)} · {tellsText(alert)}
                {alert.tag !== null && (
                  <>
                    {' · '}
                    <About alert={alert} />
                  </>
                )}
              </span>
            </div>
            <ActionMenu actions={offeredFor(alert, actions)} row={alert} name={alert.name} />
          </li>
        ))}
      </ul>
      {isCreating && <AlertForm alert={null} server={server} onClose={() => setCreating(false)} />}
      {dialog}
    </Section>
  );
}
