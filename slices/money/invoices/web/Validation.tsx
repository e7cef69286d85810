import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { checkSummary, Faults } from './parts.tsx';
import { text } from './text.ts';

type Row = Answer<'listInvoicingFaults'>['items'][number];
export interface InvoicingMonth {
  companyId: string;
  period: string;
}

/** The customers of the month, each with its current blockers. */
export function Validation({ where }: { where: InvoicingMonth }) {
  const { state, change } = useListState('invoicing-validation', ['show']);
  const rows = useCall(
    'listInvoicingFaults',
    { params: where, query: listQueryOf(state) },
    {
      pollMs: 25_000,
      keepsPrevious: true,
    },
  );
  return (
    <>
      {rows.data && <p>{checkSummary(rows.data)}</p>}
      <DataTable<Row>
        list="invoicing-validation"
        label={text('tab_validation')}
        columns={columns(where)}
        answer={rows}
        state={state}
        onChange={change}
        nameOf={(row) => row.customer.email}
        searchHint={text('searchCustomer')}
        filters={[
          {
            key: 'show',
            title: text('show'),
            options: (['blocked', 'clear'] as const).map((value) => ({
              value,
              title: text(`show_${value}`),
            })),
          },
        ]}
        empty={<EmptyState icon="calculator" title={text('nobody')} hint={text('nobodyHint')} />}
      />
    </>
  );
}

const columns = ({ companyId }: InvoicingMonth): Column<Row>[] => [
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    isName: true,
    cell: ({ customer }) => (
      <Link className="link" to={`/billingManage/${companyId}/${customer.id}`}>
        <bdi dir="ltr">{customer.email}</bdi>
      </Link>
    ),
  },
  {
    key: 'faults',
    title: text('inTheWay'),
    cell: ({ faults, isIssued }) => {
      if (faults.length > 0) return <Faults faults={faults} />;
      return <Badge tone="good">{text(isIssued ? 'state_issued' : 'clear')}</Badge>;
    },
  },
];
