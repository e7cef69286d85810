import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Box } from '../../../../../web/ui/layout/Layout.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMoment, transitionArrow } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import type { TabProps } from './UserDetail.tsx';

type Page = Answer<'userHistory'>;
type Item = Page['items'][number];
const pageSize = '25';
const tones: Record<Item['outcome'], Tone> = { done: 'good', refused: 'warning', failed: 'bad' };

/** Actions of the user and on the user, latest first. Earlier pages are loaded on request. */
export default function History({ user }: TabProps) {
  const params = { userId: user.id };
  const first = useCall('userHistory', { params, query: { size: pageSize } });
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
    const page = await call('userHistory', {
      params,
      query: { size: pageSize, from: last.nextDate, skip: String(last.nextSkip) },
    });
    setEarlier((before) => [...before, page]);
  };
  return (
    <Section title={text('history')} isFlush>
      {items.length === 0 && <EmptyState icon="history" title={text('noHistory')} />}
      <LineList>
        {items.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </LineList>
      {last?.next && (
        <div className="section-body">
          <Button variant="default" onClick={() => void more()}>
            {text('earlier')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Entry({ item }: { item: Item }) {
  const actor =
    item.operator !== null
      ? text('inPlace', { name: item.operator })
      : item.by && text('byName', { name: item.by });
  return (
    <li>
      <span>
        <Badge tone={tones[item.outcome]}>{item.text}</Badge>
        {item.outcome !== 'done' && (
          <span className="soft"> · {text(`outcome.${item.outcome}`)}</span>
        )}
      </span>
      <time className="soft" dateTime={item.at}>
        {formatMoment(item.at)}
      </time>
      <Box flexBasis="100%" size="sm" tone="soft" wrap="anywhere">
        {actor} {item.target && text('onTarget', { target: item.target })}{' '}
        {item.ip && text('fromIp', { ip: item.ip })}
        {item.reason && <div>{text('reasonIs', { reason: item.reason })}</div>}
        {item.changes.map((change) => (
          <div key={change.field}>
            {change.field}: <bdi>{change.before || '–'}</bdi> {transitionArrow()}{' '}
            <bdi>{change.after || '–'}</bdi>
          </div>
        ))}
      </Box>
    </li>
  );
}
