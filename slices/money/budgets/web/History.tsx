import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { type Budget, money, pastActionsText, thresholdText } from './formatBudget.ts';
import { text } from './text.ts';

type EventPage = Answer<'listBudgetEvents'>;
type Event = EventPage['items'][number];

const pageSize = '25';

/** The reached thresholds with their costs and actions. Newest first. */
export function History({ budget }: { budget: Budget }) {
  const params = { budgetId: budget.id };
  const first = useCall(
    'listBudgetEvents',
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
    const page = await call('listBudgetEvents', {
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
      <Stack as="ul" data-part="budget-list" gap={14}>
        {items.map((event) => (
          <Row as="li" align="baseline" justify="space-between" gap="6px 16px" key={event.id}>
            <ReachedThreshold event={event} />
            <time className="soft" dateTime={event.at}>
              {formatMoment(event.at)}
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

function ReachedThreshold({ event }: { event: Event }) {
  const amounts = {
    spent: money(event.spent, event),
    forecast: money(event.forecast, event),
    amount: money(event.amount, event),
  };
  return (
    <Stack as="span" flex="1 1 240px" gap={4} wrap="anywhere">
      <Row as="span" align="center" gap="4px 10px">
        <strong>{thresholdText(event)}</strong>
        <Badge tone={event.end === null ? 'warning' : 'neutral'}>
          {event.end === null ? text('reached') : endText(event)}
        </Badge>
      </Row>
      <bdi className="number">{text('reachedWith', amounts)}</bdi>
      <span className="soft">{pastActionsText(event)}</span>
      {event.servers.length > 0 && (
        <Stack as="ul" gap={4}>
          {event.servers.map((server) => (
            <li key={server.serverId}>
              <Link className="link" to={`/servers/${server.serverId}`}>
                <bdi>{server.name}</bdi>
              </Link>{' '}
              <span className="soft">{stopText(server)}</span>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function endText({ end, liftedBy }: Event): string {
  if (end === 'lifted') return text('endLifted', { name: liftedBy ?? '–' });
  return text(end === 'month' ? 'endMonth' : 'endChanged');
}

function stopText({ state, cmdId, problem }: Event['servers'][number]): string {
  if (state === 'asked') return text('stopAsked', { cmdId: cmdId ?? 0 });
  if (state === 'dropped') return text('stopDropped');
  const stateText = text(state === 'waiting' ? 'stopWaiting' : 'stopRefused');
  return problem ? `${stateText} – ${problem}` : stateText;
}
