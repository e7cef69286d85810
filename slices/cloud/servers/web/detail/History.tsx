import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMoment, transitionArrow } from '../../../../../web/ui/values/values.tsx';
import styles from './detail.module.css';
import { Outcome, tones } from './Outcome.tsx';
import type { TabProps } from './ServerDetail.tsx';
import { Timeline } from './Timeline.tsx';
import { text } from './text.ts';

type Page = Answer<'getServerHistory'>;
const pageSize = '25';

/** The server's history, latest first. Earlier pages are loaded on request. */
export default function History({ server }: TabProps) {
  const first = useCall('getServerHistory', {
    params: { serverId: server.id },
    query: { size: pageSize },
  });
  const [earlier, setEarlier] = useState<Page[]>([]);
  if (first.isError && !first.data)
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />;
  if (!first.data) return <Skeleton count={6} />;
  const pages = [first.data, ...earlier];
  const last = pages.at(-1);
  const seen = new Set<string>();
  const items = pages
    .flatMap((page) => page.items)
    .filter((item) => !seen.has(item.id) && seen.add(item.id));
  const more = async () => {
    if (!last?.nextDate) return;
    const page = await call('getServerHistory', {
      params: { serverId: server.id },
      query: { size: pageSize, from: last.nextDate, skip: String(last.nextSkip) },
    });
    setEarlier((before) => [...before, page]);
  };
  return (
    <>
      <Timeline server={server} />
      <Section title={text('history')} isFlush>
        {items.length === 0 && <EmptyState icon="history" title={text('noHistory')} />}
        <div className={styles.history}>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <Badge tone={item.kind === 'event' ? 'warning' : tones[item.outcome]}>
                  {item.text}
                </Badge>{' '}
                <Outcome outcome={item.outcome} />
                <time className="soft" dateTime={item.at}>
                  {formatMoment(item.at)}
                </time>
                <small>
                  {item.by && <bdi>{text('by', { name: item.by })}</bdi>}{' '}
                  {item.ip && <bdi>{text('from', { ip: leftToRight(item.ip) })}</bdi>}
                  {item.changes.map((change) => (
                    <div key={change.field}>
                      {change.field}: <bdi>{change.before || '–'}</bdi> {transitionArrow()}{' '}
                      <bdi>{change.after || '–'}</bdi>
                    </div>
                  ))}
                </small>
              </li>
            ))}
          </ul>
        </div>
        {last?.next && (
          <div className="section-body">
            <Button variant="default" onClick={() => void more()}>
              {text('earlier')}
            </Button>
          </div>
        )}
      </Section>
    </>
  );
}
