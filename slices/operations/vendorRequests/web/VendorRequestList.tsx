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
import { ports, StatusBadge, type VendorRequest } from './parts.tsx';
import { text } from './text.ts';

export default function VendorRequestList(): ReactNode {
  const { state, change } = useListState('vendorRequests', ['port', 'outcome']);
  const requests = useCall(
    'listVendorRequests',
    { query: listQueryOf(state) },
    { keepsPrevious: true, alwaysMs: 10_000 },
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <DataTable<VendorRequest>
        list="vendorRequests"
        label={text('title')}
        columns={columns()}
        answer={requests}
        state={state}
        onChange={change}
        nameOf={({ port, method, host }) =>
          text('requestTitle', { service: text(port), method, host })
        }
        filters={filters()}
        searchHint={text('searchHint')}
        empty={
          <EmptyState icon="arrows-transfer" title={text('emptyTitle')} hint={text('emptyHint')} />
        }
      />
    </>
  );
}

const filters = (): Filter[] => [
  {
    ...{ key: 'port', title: text('service') },
    options: ports.map((value) => ({ value, title: text(value) })),
  },
  {
    ...{ key: 'outcome', title: text('outcome') },
    options: (['failed', 'succeeded'] as const).map((value) => ({ value, title: text(value) })),
  },
];

const columns = (): Column<VendorRequest>[] => [
  {
    ...{ key: 'service', title: text('service'), isName: true },
    cell: ({ id, port }) => (
      <Link className="link" to={`/vendorRequests/${id}`}>
        {text(port)}
      </Link>
    ),
  },
  { key: 'status', title: text('status'), cell: (request) => <StatusBadge {...request} /> },
  {
    ...{ key: 'request', title: text('request') },
    cell: ({ method, url }) => <Code>{`${method} ${url}`}</Code>,
  },
  { key: 'reason', title: text('reason'), cell: ({ problem }) => problem },
  {
    ...{ key: 'duration', title: text('duration'), align: 'end' },
    cell: ({ durationMs }) => text('durationMs', { ms: durationMs }),
  },
  {
    ...{ key: 'at', title: text('at'), sort: 'at' },
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];
