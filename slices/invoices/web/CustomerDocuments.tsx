import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataTable } from '../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../web/table/listState.ts';
import { useListState } from '../../../web/table/useListState.ts';
import type { Action } from '../../../web/ui/actions.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Code, Money } from '../../../web/ui/values.tsx';
import { useAllocation } from './AllocationDialog.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import { documentColumns } from './documentColumns.tsx';
import { useMailAction } from './Mailed.tsx';
import { OneOffExplanation } from './OneOffExplanation.tsx';
import { Open } from './parts.tsx';
import { text } from './text.ts';

type Row = Answer<'listCustomerDocuments'>['items'][number];
const kinds = ['invoice', 'creditNote'] as const;
const shows = ['all', 'open'] as const;

interface CustomerDocumentsProps {
  customer: { companyId: string; externalId: string };
  /** The id of its account. */
  customerId: string;
  /** Opens the form in which money that was paid outside is recorded. */
  onPayment(open: string, number: string): void;
}

/**
 * A customer's invoices and credit notes, what of each is open, and what a billing administrator
 * does about them.
 */
export function CustomerDocuments({ customer, customerId, onPayment }: CustomerDocumentsProps) {
  const { state, change } = useListState('customer-documents', ['kind', 'show']);
  const [credited, setCredited] = useState<Row | null>(null);
  const [explained, setExplained] = useState<Row | null>(null);
  const allocation = useAllocation(customer.companyId);
  const rows = useCall(
    'listCustomerDocuments',
    { params: customer, query: listQueryOf(state) },
    { topics: ['invoice', 'billing'], pollMs: 25_000, keepsPrevious: true },
  );
  const path = (period: string) =>
    `/invoicing/${customer.companyId}/${period}/documenting/${customerId}/invoice`;
  const totals = rows.data?.totals ?? [];
  return (
    <>
      {rows.data && (
        <p className="invoice-totals">
          {totals.length === 0 ? text('nothingOpen') : text('openSum')}{' '}
          {totals.map(({ open, currency }) => (
            <strong key={currency}>
              <Money amount={open} currency={currency} />
            </strong>
          ))}
        </p>
      )}
      <DataTable<Row>
        list="customer-documents"
        label={text('documents')}
        columns={columns(path)}
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
            key: 'show',
            title: text('show'),
            options: shows.map((value) => ({ value, title: text(`show_${value}`) })),
          },
        ]}
        rowActions={[
          ...useDocumentActions({
            customer,
            path,
            onPayment,
            onCredit: setCredited,
            onExplain: setExplained,
          }),
          allocation.action,
        ]}
        empty={
          <EmptyState
            icon="receipt"
            title={text('noCustomerDocuments')}
            hint={text('noCustomerDocumentsHint')}
          />
        }
      />
      {allocation.dialog}
      {credited && (
        <CreditDialog
          where={{ companyId: customer.companyId, period: credited.period, customerId }}
          oneOff={
            credited.origin === 'month' ? undefined : { ...customer, documentId: credited.id }
          }
          onClose={() => setCredited(null)}
        />
      )}
      {explained && (
        <OneOffExplanation
          customer={customer}
          invoiceId={explained.invoiceId}
          onClose={() => setExplained(null)}
        />
      )}
    </>
  );
}

interface ActionParts extends Pick<CustomerDocumentsProps, 'customer' | 'onPayment'> {
  path(period: string): string;
  onCredit(row: Row): void;
  /** Of an invoice of no month. */
  onExplain(row: Row): void;
}

function useDocumentActions({
  customer,
  path,
  onPayment,
  onCredit,
  onExplain,
}: ActionParts): Action<Row>[] {
  const mailAgain = useMailAction<Row>(customer);
  const navigate = useNavigate();
  const ofInvoice = ({ kind }: Row) => (kind === 'invoice' ? null : text('notAnInvoice'));
  return [
    {
      ...{ id: 'payment', title: text('recordPayment'), icon: 'receipt' },
      reason: (row) =>
        ofInvoice(row) ??
        (row.allocation?.isHeld
          ? text('heldUnpaid')
          : row.open === '0'
            ? text('paidAlready')
            : null),
      run: ([row]) => row?.open && onPayment(row.open, row.number),
    },
    mailAgain,
    {
      ...{ id: 'credit', title: text('creditNote'), icon: 'back' },
      reason: ofInvoice,
      run: ([row]) => row && onCredit(row),
    },
    {
      ...{ id: 'explain', title: text('explainLines'), icon: 'file-text' },
      reason: () => null,
      run: ([row]) =>
        row && (row.origin === 'month' ? void navigate({ to: path(row.period) }) : onExplain(row)),
    },
  ];
}

const columns = (path: (period: string) => string): Column<Row>[] => [
  {
    key: 'number',
    title: text('number'),
    sort: 'number',
    isName: true,
    cell: ({ number, period, origin }) =>
      origin !== 'month' ? (
        <span className="invoice-number">
          <Code>{number}</Code>
        </span>
      ) : (
        <Link className="link invoice-number" to={path(period) as string}>
          <Code>{number}</Code>
        </Link>
      ),
  },
  documentColumns(true).kind,
  documentColumns(true).period,
  documentColumns(true).issued,
  documentColumns(true).due,
  documentColumns(true).total,
  {
    key: 'unpaid',
    title: text('openAmount'),
    align: 'end',
    cell: ({ open, currency }) => <Open open={open} currency={currency} />,
  },
  documentColumns(true).open,
];
