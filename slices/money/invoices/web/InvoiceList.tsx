import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Code, Money } from '../../../../web/ui/values/values.tsx';
import { StateBadge } from './parts.tsx';
import { text } from './text.ts';
import type { InvoicingMonth } from './Validation.tsx';

type Row = Answer<'listInvoices'>['items'][number];
const states = ['draft', 'blocked', 'empty', 'issued'] as const;

/** The month's invoices, by customer. */
export function InvoiceList({ where }: { where: InvoicingMonth }) {
  const { state, change } = useListState('invoicing-invoices', ['state']);
  const rows = useCall(
    'listInvoices',
    { params: where, query: listQueryOf(state) },
    { pollMs: 3_000, keepsPrevious: true },
  );
  return (
    <DataTable<Row>
      list="invoicing-invoices"
      label={text('tab_invoicing')}
      columns={columns(where)}
      answer={rows}
      state={state}
      onChange={change}
      nameOf={(row) => row.customer.email}
      searchHint={text('searchCustomer')}
      filters={[
        {
          key: 'state',
          title: text('state'),
          options: states.map((value) => ({ value, title: text(`state_${value}`) })),
        },
      ]}
      empty={<EmptyState icon="receipt" title={text('noInvoices')} hint={text('noInvoicesHint')} />}
    />
  );
}

const columns = ({ companyId, period }: InvoicingMonth): Column<Row>[] => [
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    isName: true,
    cell: ({ customer }) => (
      <Link
        className="link"
        to={`/invoicing/${companyId}/${period}/invoicing/${customer.id}/status`}
      >
        <bdi dir="ltr">{customer.email}</bdi>
      </Link>
    ),
  },
  { key: 'state', title: text('state'), cell: ({ state }) => <StateBadge state={state} /> },
  {
    key: 'number',
    title: text('number'),
    cell: ({ number }) => (number ? <Code>{number}</Code> : '–'),
  },
  { key: 'lines', title: text('lines'), align: 'end', cell: ({ lines }) => lines },
  {
    key: 'net',
    title: text('net'),
    align: 'end',
    cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
  },
  {
    key: 'tax',
    title: text('tax'),
    align: 'end',
    cell: ({ tax, currency }) => <Money amount={tax} currency={currency} />,
  },
  {
    key: 'total',
    title: text('total'),
    sort: 'total',
    align: 'end',
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
  },
];
