import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { OpenTotals, PayDocument } from '../../../../../web/parts/invoiceParts.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { documentColumns } from '../documentColumns.tsx';
import { useMailAction } from '../MailStatus.tsx';
import { OpenAmount } from '../parts.tsx';
import { text } from '../text.ts';

type Item = Answer<'listOwnDocuments'>['items'][number];
const kinds = ['invoice', 'creditNote'] as const;

/** The customer's invoices and credit notes, next to the transactions. */
export default function OwnInvoices(): ReactNode {
  const { state, change } = useListState('own-documents', ['kind']);
  const [paid, setPaid] = useState<string | null>(null);
  const rows = useCall(
    'listOwnDocuments',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  return (
    <>
      <PageHeader
        back={<BackLink to="/billing" title={text('toBilling')} />}
        title={text('ownTitle')}
        detail={text('ownDetail')}
      />
      <UrlTabs
        label={text('tabs')}
        current="invoices"
        tabs={[
          { id: 'transactions', title: text('transactions'), to: '/billing/history' },
          { id: 'invoices', title: text('ownTitle'), to: '/billing/history/invoices' },
        ]}
      />
      <OpenTotals />
      <Suspense fallback={null}>
        {paid && <PayDocument documentId={paid} onClose={() => setPaid(null)} />}
      </Suspense>
      <DataTable<Item>
        list="own-documents"
        label={text('ownTitle')}
        columns={columns(setPaid, new Set(rows.data?.items.map(({ company }) => company)).size > 1)}
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
        ]}
        rowActions={[useMailAction(undefined)]}
        empty={<EmptyState icon="receipt" title={text('noOwn')} hint={text('noOwnHint')} />}
      />
    </>
  );
}

/** The seller column is shown only if there are several sellers. */
const columns = (pay: (documentId: string) => void, hasSellers: boolean): Column<Item>[] => [
  {
    key: 'number',
    title: text('number'),
    sort: 'number',
    isName: true,
    cell: ({ invoiceId, number }) => (
      <Link className="link" to={`/billing/history/invoices/${invoiceId}`}>
        <Code>{number}</Code>
      </Link>
    ),
  },
  documentColumns(false).kind,
  documentColumns(false).period,
  {
    key: 'company',
    title: text('company'),
    isShown: hasSellers,
    cell: ({ company }) => <bdi>{company}</bdi>,
  },
  documentColumns(false).issued,
  documentColumns(false).due,
  documentColumns(false).total,
  {
    key: 'unpaid',
    title: text('openAmount'),
    align: 'end',
    cell: ({ id, number, open, currency }) => (
      <Row as="span" isInline gap="6px 10px" align="center" justify="end">
        <OpenAmount open={open} currency={currency} />
        {open !== null && open !== '0' && (
          <Button size="xs" aria-label={text('payNamed', { name: number })} onClick={() => pay(id)}>
            {text('pay')}
          </Button>
        )}
      </Row>
    ),
  },
  documentColumns(false).open,
];
