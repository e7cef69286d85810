import { Badge } from '../../../../web/ui/Badge.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { type Alert, firingConditionTexts, tones, valueText } from './metrics.ts';
import { text } from './text.ts';

export function State({ alert }: { alert: Alert }) {
  const { state, isEnabled, servers } = alert;
  if (!isEnabled) return <Badge tone="neutral">{text('off')}</Badge>;
  const count = servers.filter((server) => server.state === state).length;
  return (
    <span>
      <Badge tone={tones[state]}>{text(state)}</Badge>{' '}
      {state !== 'ok' && (
        <span className="soft">
          {[text('firingCount', { count }), ...firingConditionTexts(alert)].join(', ')}
        </span>
      )}
    </span>
  );
}

export function Target({ alert: { server, tag } }: { alert: Alert }) {
  if (tag !== null) return <bdi>{text('tagged', { tag })}</bdi>;
  return server ? (
    <Link className="link" to={`/servers/${server.id}/statistics`}>
      <bdi>{server.name}</bdi>
    </Link>
  ) : null;
}

/** A server with a problem: when it began, and the value at that time. */
export function FiringState({ alert, server }: { alert: Alert; server: Alert['servers'][number] }) {
  return (
    <Row as="span" align="center" gap="4px 10px">
      <Badge tone={tones[server.state]}>{text(server.state)}</Badge>
      <Link className="link" to={`/servers/${server.serverId}/statistics`}>
        <bdi>{server.name}</bdi>
      </Link>
      <span className="soft">
        {text('since')} <RelativeTime at={server.since} />
        {server.value !== null && (
          <>
            ,{' '}
            {text(server.state === 'pending' ? 'valueThen' : 'firedAt', {
              value: valueText(alert.metric, server.value),
            })}
          </>
        )}
        {server.acknowledgedBy && (
          <>
            , <bdi>{text('knownBy', { name: server.acknowledgedBy })}</bdi>
          </>
        )}
      </span>
    </Row>
  );
}
