import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column, Filter } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { type Delivery, StateBadge, states } from './parts.tsx';
import { text } from './text.ts';
import { useDeliveryActions } from './useDeliveryActions.tsx';

export default function DeliveryList(): ReactNode {
  const { state, change } = useListState('deliveries', ['state', 'type']);
  const deliveries = useCall(
    'listDeliveries',
    { query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const types = useCall('listDeliveryTypes', {});
  const { actions, dialog } = useDeliveryActions();
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={
          <>
            {text('detail')} <a href="/svc/deliveries.csv">{text('exportCsv')}</a>
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
        nameOf={({ id }) => text('delivery', { id })}
        filters={filters(types.data?.items ?? [])}
        searchHint={text('searchHint')}
        rowActions={actions}
        empty={<EmptyState icon="list-check" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
      {dialog}
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
    ...{ key: 'type', title: text('type'), isName: true },
    cell: ({ id, typeTitle }) => (
      <Link className="link" to={`/deliveries/${id}`}>
        {typeTitle} {id}
      </Link>
    ),
  },
  {
    ...{ key: 'state', title: text('state'), sort: 'state' },
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    ...{ key: 'destination', title: text('destination') },
    cell: ({ destination }) => destination && <Code>{destination}</Code>,
  },
  { key: 'attempts', title: text('attempts'), align: 'end', cell: ({ attempts }) => attempts },
  {
    ...{ key: 'nextTry', title: text('nextTryAt') },
    cell: ({ nextTryAt }) => nextTryAt && <RelativeTime at={nextTryAt} />,
  },
  { key: 'reason', title: text('reason'), cell: ({ reason, detail }) => reason || detail },
  { key: 'site', title: text('site'), isShown: false, cell: ({ site }) => <bdi>{site}</bdi> },
  {
    ...{ key: 'created', title: text('createdAt'), sort: 'createdAt' },
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
