import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Code, Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { ExportBadge, exportStates } from './AccountingExport.tsx';
import { useAllocation } from './AllocationDialog.tsx';
import { kindOf } from './documentColumns.tsx';
import { AllocationBadge, Downloads } from './parts.tsx';
import { text } from './text.ts';
import type { InvoicingMonth } from './Validation.tsx';

type Row = Answer<'listDocuments'>['items'][number];
const kinds = ['invoice', 'creditNote', 'lateFee', 'charge'] as const;

/** The documents of the month, by number. */
export function DocumentList({ where }: { where: InvoicingMonth }) {
  const { state, change } = useListState('invoicing-documents', ['kind', 'handOver']);
  const rows = useCall(
    'listDocuments',
    { params: where, query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const allocation = useAllocation(where.companyId);
  return (
    <>
      <DataTable<Row>
        list="invoicing-documents"
        label={text('tab_documenting')}
        columns={columns(where)}
        answer={rows}
        state={state}
        onChange={change}
        nameOf={(row) => row.number}
        searchHint={text('searchDocument')}
        filters={[
          {
            key: 'kind',
            title: text('kind'),
            options: kinds.map((value) => ({ value, title: text(`kind_${value}`) })),
          },
          {
            key: 'handOver',
            title: text('handOver'),
            options: exportStates.map((value) => ({ value, title: text(`handOver_${value}`) })),
          },
        ]}
        empty={
          <EmptyState icon="receipt" title={text('noDocuments')} hint={text('noDocumentsHint')} />
        }
        rowActions={[allocation.action]}
      />
      {allocation.dialog}
    </>
  );
}

const columns = ({ companyId, period }: InvoicingMonth): Column<Row>[] => [
  {
    key: 'number',
    title: text('number'),
    sort: 'number',
    isName: true,
    cell: ({ number }) => <Code>{number}</Code>,
  },
  { key: 'kind', title: text('kind'), cell: (row) => kindOf(row) },
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    // A late fee or a charge has no month, so the link leads to the customer's documents.
    cell: ({ customer, origin }) => (
      <Link
        className="link"
        to={
          origin !== 'month'
            ? `/billingManage/${companyId}/${customer.id}/invoice`
            : `/invoicing/${companyId}/${period}/documenting/${customer.id}/status`
        }
      >
        <bdi dir="ltr">{customer.email}</bdi>
      </Link>
    ),
  },
  {
    key: 'issued',
    title: text('issuedAt'),
    sort: 'issuedAt',
    cell: ({ issuedAt }) => <RelativeTime at={issuedAt} />,
  },
  {
    key: 'total',
    title: text('total'),
    align: 'end',
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
  },
  {
    key: 'handOver',
    title: text('handOver'),
    cell: ({ handOver }) => <ExportBadge handOver={handOver} />,
  },
  {
    key: 'open',
    title: text('document'),
    cell: ({ id, number, isEInvoice, allocation }) => (
      <>
        <AllocationBadge allocation={allocation} />
        <Downloads documentId={id} name={number} isEInvoice={isEInvoice} isInRow />
      </>
    ),
  },
];
