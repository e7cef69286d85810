import { Link } from '@tanstack/react-router';
import { useCall } from '../../../web/data/useCall.ts';
import type { Column, Filter } from '../../../web/table/columns.ts';
import { DataTable } from '../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../web/table/listState.ts';
import { useListState } from '../../../web/table/useListState.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Code, RelativeTime } from '../../../web/ui/values.tsx';
import { type Delivery, DeliveryState, states, topics, useDeliveryActions } from './parts.tsx';
import { text } from './text.ts';

const pollMs = 15_000;

/** What the portal sends to other services, for operators. */
export default function DeliveryList() {
  const { state, change } = useListState('deliveries', ['state', 'type']);
  const deliveries = useCall(
    'listDeliveries',
    { query: listQueryOf(state) },
    { topics: [...topics], pollMs, keepsPrevious: true },
  );
  const actions = useDeliveryActions();
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={
          <>
            {text('detail')}{' '}
            <a className="link" href="/svc/deliveries.csv">
              {text('exportCsv')}
            </a>
          </>
        }
      />
      <DataTable<Delivery>
        list="deliveries"
        label={text('title')}
        columns={columns()}
        answer={deliveries}
        state={state}
        onChange={change}
        nameOf={({ subject, destination }) => subject || destination}
        filters={filters(deliveries.data?.types ?? [])}
        searchHint={text('searchHint')}
        rowActions={actions}
        bulkActions={actions}
        empty={<EmptyState icon="upload" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
    </>
  );
}

const filters = (types: readonly { type: string; title: string }[]): Filter[] => [
  {
    ...{ key: 'state', title: text('state') },
    options: states.map((value) => ({ value, title: text(value) })),
  },
  {
    ...{ key: 'type', title: text('type') },
    options: types.map(({ type, title }) => ({ value: type, title })),
  },
];

const columns = (): Column<Delivery>[] => [
  {
    ...{ key: 'subject', title: text('subject'), isName: true },
    cell: ({ id, subject, destination }) => (
      <Link className="link" to={`/deliveries/${id}` as string}>
        <bdi>{subject || destination}</bdi>
      </Link>
    ),
  },
  { key: 'type', title: text('type'), cell: ({ typeTitle }) => typeTitle },
  {
    ...{ key: 'destination', title: text('destination') },
    cell: ({ destination }) => <Code>{destination}</Code>,
  },
  { key: 'site', title: text('site'), cell: ({ siteName }) => <bdi>{siteName}</bdi> },
  {
    ...{ key: 'state', title: text('state') },
    cell: ({ state, problem }) => (
      <>
        <DeliveryState state={state} />
        {problem && <div className="soft">{problem}</div>}
      </>
    ),
  },
  {
    ...{ key: 'attempts', title: text('attempts'), align: 'end' },
    cell: ({ attempts }) => attempts,
  },
  {
    ...{ key: 'due', title: text('dueAt') },
    cell: ({ dueAt }) => dueAt && <RelativeTime at={dueAt} />,
  },
  {
    ...{ key: 'created', title: text('createdAt'), sort: 'created' },
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
