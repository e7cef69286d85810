import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { FiringState, State, Target } from './cells.tsx';
import { type Alert, conditionText, eventText, notificationText } from './metrics.ts';
import { text } from './text.ts';
import { offeredFor, useAlertActions } from './useAlertActions.tsx';

type EventPage = Answer<'listAlertEvents'>;
type Event = EventPage['items'][number];
type Delivery = Answer<'listAlertDeliveries'>['items'][number];

/** One alert: its rule, servers with problems, events and deliveries. */
export default function AlertDetail(): ReactNode {
  const { alertId = '' } = useScreenParams('/alerts/$alertId');
  const go = useGo();
  const alert = useCall('getAlert', { params: { alertId } }, { pollMs: 30_000 });
  const { actions, dialog } = useAlertActions(() => void go({ to: '/alerts' }));
  const backLink = <BackLink to="/alerts" title={text('back')} />;
  if (alert.isError && !alert.data)
    return <NotLoaded query={alert} title={text('title')} back={backLink} icon="alert" />;
  if (!alert.data) return <Skeleton count={6} />;
  const { data } = alert;
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{data.name}</bdi>}
        detail={<State alert={data} />}
        actions={offeredFor(data, actions).map((action) => (
          <ActionButton key={action.id} action={action} row={data} />
        ))}
      />
      <Section>
        <KeyValue
          rows={[
            [text('condition'), conditionText(data)],
            [text('about'), <Target key="about" alert={data} />],
            [text('tells'), notificationText(data)],
            [text('byWebhook'), data.webhookUrl && <bdi dir="ltr">{data.webhookUrl}</bdi>],
            [text('owner'), <bdi key="owner">{data.owner}</bdi>],
          ]}
        />
      </Section>
      <FiringServers alert={data} />
      <History alert={data} />
      {data.webhookUrl && <Deliveries alertId={alertId} />}
      {dialog}
    </>
  );
}

function FiringServers({ alert }: { alert: Alert }) {
  const run = useRun();
  const acknowledge = (serverId: string) =>
    void run(text('acknowledgedToast'), () =>
      call('acknowledgeAlert', { params: { alertId: alert.id }, body: { serverId } }),
    );
  return (
    <Section title={text('unwell')}>
      {alert.servers.length === 0 && <p className="soft">{text('allWell')}</p>}
      <Stack as="ul" data-part="alert-list" gap={10}>
        {alert.servers.map((server) => (
          <Row as="li" align="center" justify="space-between" gap="6px 16px" key={server.serverId}>
            <FiringState alert={alert} server={server} />
            {server.state === 'firing' && alert.actions.acknowledge === null && (
              <Button size="xs" variant="default" onClick={() => acknowledge(server.serverId)}>
                {text('acknowledge')}
              </Button>
            )}
          </Row>
        ))}
      </Stack>
    </Section>
  );
}

const eventTones: Record<Event['kind'], Tone> = {
  firing: 'bad',
  acknowledged: 'warning',
  ok: 'good',
  test: 'neutral',
};
const eventTitle = (kind: Event['kind']): string => text(kind === 'ok' ? 'ended' : kind);
const pageSize = '25';

function History({ alert }: { alert: Alert }) {
  const params = { alertId: alert.id };
  const first = useCall(
    'listAlertEvents',
    { params, query: { size: pageSize } },
    { pollMs: 30_000 },
  );
  const [earlier, setEarlier] = useState<EventPage[]>([]);
  const pages = first.data ? [first.data, ...earlier] : [];
  const last = pages.at(-1);
  const items = [
    ...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
  const more = async () => {
    if (!last?.nextDate) return;
    const page = await call('listAlertEvents', {
      params,
      query: { size: pageSize, from: last.nextDate, skip: String(last.nextSkip) },
    });
    setEarlier((before) => [...before, page]);
  };
  return (
    <Section title={text('history')}>
      {first.isError && !first.data && (
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      )}
      {first.isPending && <Skeleton count={3} />}
      {first.data && items.length === 0 && <p className="soft">{text('noHistory')}</p>}
      <Stack as="ul" data-part="alert-list" gap={10}>
        {items.map((item) => (
          <Row as="li" align="center" justify="space-between" gap="6px 16px" key={item.id}>
            <Row as="span" align="center" gap="4px 10px">
              <Badge tone={eventTones[item.kind]}>{eventTitle(item.kind)}</Badge>
              <bdi>{item.serverName}</bdi>
              <span className="soft">{eventText(alert.metric, item)}</span>
              {item.by && <bdi className="soft">{text('by', { name: item.by })}</bdi>}
            </Row>
            <time className="soft" dateTime={item.at}>
              {formatMoment(item.at)}
            </time>
          </Row>
        ))}
      </Stack>
      {last?.next && (
        <Button variant="default" onClick={() => void more()}>
          {text('earlier')}
        </Button>
      )}
    </Section>
  );
}

const deliveryTones: Record<Delivery['state'], Tone> = {
  waiting: 'busy',
  delivered: 'good',
  failed: 'bad',
};

function Deliveries({ alertId }: { alertId: string }) {
  const deliveries = useCall('listAlertDeliveries', { params: { alertId } }, { pollMs: 10_000 });
  const items = deliveries.data?.items ?? [];
  return (
    <Section title={text('deliveries')} isFlush={items.length > 0}>
      {deliveries.isPending && <Skeleton count={3} />}
      {deliveries.data && items.length === 0 && <p className="soft">{text('noDeliveries')}</p>}
      {items.length > 0 && (
        <ScrollPart label={text('deliveries')}>
          <SimpleTable>
            <thead>
              <tr>
                <th scope="col">{text('when')}</th>
                <th scope="col">{text('happened')}</th>
                <th scope="col">{text('outcome')}</th>
                <th scope="col">{text('attempts')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((delivery) => (
                <tr key={delivery.id}>
                  <td>{formatMoment(delivery.at)}</td>
                  <td>{eventTitle(delivery.kind)}</td>
                  <td>
                    <Badge tone={deliveryTones[delivery.state]}>{text(delivery.state)}</Badge>{' '}
                    <span className="soft">
                      {delivery.httpStatus !== null &&
                        text('answered', { status: delivery.httpStatus })}
                      {delivery.problem}
                      {delivery.dueAt && (
                        <>
                          {' '}
                          {text('nextTry')} <RelativeTime at={delivery.dueAt} />
                        </>
                      )}
                    </span>
                  </td>
                  <td className="number">{delivery.attempts}</td>
                </tr>
              ))}
            </tbody>
          </SimpleTable>
        </ScrollPart>
      )}
    </Section>
  );
}
