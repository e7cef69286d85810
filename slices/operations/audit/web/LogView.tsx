import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Answer, addressOf, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import styles from './audit.module.css';
import { Changes } from './Changes.tsx';
import { ChoiceFilter, SinceFilter, TypedFilter } from './Filters.tsx';
import { type LogColumn, LogTable } from './LogTable.tsx';
import { text } from './text.ts';
import { useOlderPages } from './useOlderPages.ts';

type Entry = Answer<'listLog'>['items'][number];

export const tones: Record<Entry['outcome'], Tone> = {
  done: 'good',
  checked: 'neutral',
  refused: 'warning',
  failed: 'bad',
};
const filterKeys = [
  'by',
  'onBehalfOf',
  'operation',
  'targetType',
  'targetId',
  'outcome',
  'ip',
  'since',
] as const;
type FilterKey = (typeof filterKeys)[number];
const refetchMs = 10_000;

/** The activity log, including rejected actions. */
export default function LogView(): ReactNode {
  const { state, change } = useListState('log', filterKeys);
  const query = state.filters as NonNullable<Parameters<typeof call<'listLog'>>[1]['query']>;
  const log = useCall('listLog', { query }, { alwaysMs: refetchMs, keepsPrevious: true });
  const { items, more } = useOlderPages(log.data, JSON.stringify(query), (cursor) =>
    call('listLog', { query: { ...query, ...cursor } }),
  );
  const value = (key: FilterKey) => state.filters[key] ?? '';
  const set = (key: FilterKey) => (next: string) => change({ filters: { [key]: next } });
  const textFilters: [FilterKey, string][] = [
    ['by', text('byFilter')],
    ['onBehalfOf', text('behalfFilter')],
    ['operation', text('operationFilter')],
    ['targetType', text('targetFilter')],
    ['targetId', text('targetIdFilter')],
    ['ip', text('addressFilter')],
  ];
  const outcomes = (['done', 'checked', 'refused', 'failed'] as const).map((outcome) => ({
    value: outcome,
    title: text(outcome),
  }));
  return (
    <>
      <PageHeader
        title={text('logTitle')}
        detail={text('logDetail')}
        actions={<Exports query={query} />}
      />
      <LogTable<Entry>
        label={text('logTitle')}
        columns={columns()}
        items={items}
        total={log.data?.total}
        read={log}
        more={more}
        tools={
          <>
            {textFilters.map(([key, label]) => (
              <TypedFilter key={key} label={label} value={value(key)} onChange={set(key)} />
            ))}
            <ChoiceFilter
              label={text('outcome')}
              value={value('outcome')}
              options={outcomes}
              onChange={set('outcome')}
            />
            <SinceFilter value={value('since')} onChange={set('since')} />
          </>
        }
      />
    </>
  );
}

function Exports({ query }: { query: Record<string, unknown> }) {
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={addressOf('exportLog', { query: { ...query, format: 'json' } })}
        download
        data-hint={text('exportHint')}
        leftSection={<Icon name="download" size={15} />}
      >
        {text('exportJson')}
      </Button>
      <Button
        component="a"
        variant="default"
        href={addressOf('exportLog', { query: { ...query, format: 'csv' } })}
        download
      >
        {text('exportCsv')}
      </Button>
    </>
  );
}

const columns = (): LogColumn<Entry>[] => [
  {
    title: text('when'),
    cell: ({ at, seal }) => (
      <span className={styles.logWhen}>
        <time dateTime={at}>{formatMoment(at)}</time>
        <Text
          as="span"
          isBlock
          size="xs"
          tone="soft"
          wrap="anywhere"
          {...(seal ? { 'data-hint': seal.hash, 'data-hint-dir': 'ltr' } : {})}
        >
          {seal ? text('seal', { number: seal.sequence }) : text('sealWaits')}
        </Text>
      </span>
    ),
  },
  {
    title: text('who'),
    cell: ({ by, onBehalfOf, site, ip }) => (
      <>
        <bdi>{by?.email || text(ip === '' ? 'portal' : 'stranger')}</bdi>
        {onBehalfOf && (
          <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
            {text('behalf', { name: onBehalfOf.email })}
          </Text>
        )}
        {site && (
          <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
            <bdi>{site}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    title: text('operation'),
    isName: true,
    cell: ({ operation, title }) => (
      <>
        {title}
        <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
          <bdi dir="ltr">{operation}</bdi>
        </Text>
      </>
    ),
  },
  {
    title: text('object'),
    cell: ({ target }) =>
      target ? (
        <>
          <Code>{target.type}</Code>
          <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
            <bdi dir="ltr" className={styles.logId} data-hint={target.id} data-hint-dir="ltr">
              {target.id}
            </bdi>
          </Text>
        </>
      ) : (
        <span className="soft">–</span>
      ),
  },
  {
    title: text('outcome'),
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{text(outcome)}</Badge>,
  },
  {
    title: text('changes'),
    cell: ({ changes, details }) => <Changes changes={changes} details={details} />,
  },
  { title: text('address'), cell: ({ ip }) => <Code>{ip || '–'}</Code> },
];
