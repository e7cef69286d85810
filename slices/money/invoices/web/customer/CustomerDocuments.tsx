import { useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { type Path, useGo } from '../../../../../web/navigation.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import type { Action } from '../../../../../web/ui/menu/actions.tsx';
import { Code, Money } from '../../../../../web/ui/values/values.tsx';
import { useAllocation } from '../AllocationDialog.tsx';
import { CreditDialog } from '../CreditDialog.tsx';
import { documentColumns } from '../documentColumns.tsx';
import styles from '../invoices.module.css';
import { useMailAction } from '../MailStatus.tsx';
import { OpenAmount } from '../parts.tsx';
import { text } from '../text.ts';
import { OneOffExplanation } from './OneOffExplanation.tsx';

type Item = Answer<'listCustomerDocuments'>['items'][number];
const kinds = ['invoice', 'creditNote'] as const;
const scopes = ['all', 'open'] as const;

interface CustomerDocumentsProps {
  customer: { companyId: string; externalId: string };
  /** The customer's account ID. */
  customerId: string;
  /** Opens the form to record a payment made outside the portal. */
  onPayment(open: string, number: string): void;
}

/**
 * A customer's invoices and credit notes with their open amounts, and the actions of billing
 * administrators.
 */
export function CustomerDocuments({ customer, customerId, onPayment }: CustomerDocumentsProps) {
  const { state, change } = useListState('customer-documents', ['kind', 'show']);
  const [credited, setCredited] = useState<Item | null>(null);
  const [explainedItem, setExplainedItem] = useState<Item | null>(null);
  const allocation = useAllocation(customer.companyId);
  const rows = useCall(
    'listCustomerDocuments',
    { params: customer, query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const path = (period: string): Path =>
    `/invoicing/${customer.companyId}/${period}/documenting/${customerId}/invoice`;
  const totals = rows.data?.totals ?? [];
  return (
    <>
      {rows.data && (
        <Row as="p" gap="4px 14px" mb={12}>
          {totals.length === 0 ? text('nothingOpen') : text('openSum')}{' '}
          {totals.map(({ open, currency }) => (
            <strong key={currency}>
              <Money amount={open} currency={currency} />
            </strong>
          ))}
        </Row>
      )}
      <DataTable<Item>
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
            options: scopes.map((value) => ({ value, title: text(`show_${value}`) })),
          },
        ]}
        rowActions={[
          ...useDocumentActions({
            customer,
            path,
            onPayment,
            onCredit: setCredited,
            onExplain: setExplainedItem,
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
      {explainedItem && (
        <OneOffExplanation
          customer={customer}
          invoiceId={explainedItem.invoiceId}
          onClose={() => setExplainedItem(null)}
        />
      )}
    </>
  );
}

interface ActionProps extends Pick<CustomerDocumentsProps, 'customer' | 'onPayment'> {
  path(period: string): Path;
  onCredit(row: Item): void;
  /** For an invoice without a month. */
  onExplain(row: Item): void;
}

function useDocumentActions({
  customer,
  path,
  onPayment,
  onCredit,
  onExplain,
}: ActionProps): Action<Item>[] {
  const resendMail = useMailAction<Item>(customer);
  const go = useGo();
  const notAnInvoiceReason = ({ kind }: Item) => (kind === 'invoice' ? null : text('notAnInvoice'));
  return [
    {
      ...{ id: 'payment', title: text('recordPayment'), icon: 'receipt' },
      reason: (row) =>
        notAnInvoiceReason(row) ??
        (row.allocation?.isHeld
          ? text('heldUnpaid')
          : row.open === '0'
            ? text('paidAlready')
            : null),
      run: ([row]) => row?.open && onPayment(row.open, row.number),
    },
    resendMail,
    {
      ...{ id: 'credit', title: text('creditNote'), icon: 'back' },
      reason: notAnInvoiceReason,
      run: ([row]) => row && onCredit(row),
    },
    {
      ...{ id: 'explain', title: text('explainLines'), icon: 'file-text' },
      reason: () => null,
      run: ([row]) =>
        row && (row.origin === 'month' ? void go({ to: path(row.period) }) : onExplain(row)),
    },
  ];
}

const columns = (path: (period: string) => Path): Column<Item>[] => [
  {
    key: 'number',
    title: text('number'),
    sort: 'number',
    isName: true,
    cell: ({ number, period, origin }) =>
      origin !== 'month' ? (
        <span className={styles.invoiceNumber}>
          <Code>{number}</Code>
        </span>
      ) : (
        <Link className={`link ${styles.invoiceNumber}`} to={path(period)}>
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
    cell: ({ open, currency }) => <OpenAmount open={open} currency={currency} />,
  },
  documentColumns(true).open,
];
