import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, addressOf, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Path } from '../../../../web/navigation.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Code, formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import styles from './ledger.module.css';
import { text } from './text.ts';

export type CustomerAddress = { companyId: string; externalId: string };
type Managed = Answer<'listTransactions'>;
type Page = Omit<Managed, 'items'> & {
  items: (Answer<'listOwnTransactions'>['items'][number] & Partial<Managed['items'][number]>)[];
};
export type Transaction = Page['items'][number];

const kinds = [
  'deposit',
  'credit',
  'charge',
  'refund',
  'writeOff',
  'dispute',
  'disputeReturn',
] as const;
type Kind = (typeof kinds)[number];
const tones: Record<Kind, Tone> = {
  ...{
    deposit: 'good',
    credit: 'good',
    charge: 'neutral',
    refund: 'busy',
    writeOff: 'warning',
    dispute: 'bad',
    disputeReturn: 'good',
  },
};
const pageSize = '25';

interface TransactionsProps {
  /** The customer. By default the signed-in user. */
  customer?: CustomerAddress;
  onRefund?(transaction: Transaction): void;
}

/** Transactions, latest first. Earlier pages are loaded on request. */
export function Transactions({ customer, onRefund }: TransactionsProps) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [filter, setFilter] = useState('');
  const filters = { ...(kind ? { kind } : {}), ...(filter ? { filter } : {}) };
  const csv = customer
    ? addressOf('transactionsCsv', { params: customer, query: filters })
    : addressOf('ownTransactionsCsv', { query: filters });
  return (
    <>
      <Row className={styles.ledgerTools} gap="10px 14px" align="end" mb={14}>
        <NativeSelect
          label={text('kind')}
          value={kind}
          data={[
            { value: '', label: text('allKinds') },
            ...kinds.map((value) => ({ value, label: text(`kind_${value}`) })),
          ]}
          onChange={(event) => setKind(event.currentTarget.value as Kind | '')}
        />
        <TextInput
          label={text('search')}
          value={filter}
          maxLength={200}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button component="a" href={csv} variant="default" className={styles.ledgerCsv}>
          {text('csv')}
        </Button>
      </Row>
      <Pages
        key={JSON.stringify(filters)}
        chosen={filters}
        {...(customer ? { customer } : {})}
        {...(onRefund ? { onRefund } : {})}
      />
    </>
  );
}

function Pages({
  chosen,
  customer,
  onRefund,
}: TransactionsProps & { chosen: { kind?: Kind; filter?: string } }) {
  const query = { ...chosen, size: pageSize };
  const livePolling = { pollMs: 25_000 };
  const ownTransactions = useCall(
    'listOwnTransactions',
    { query },
    { ...livePolling, isEnabled: !customer },
  );
  const managed = useCall(
    'listTransactions',
    { params: customer ?? { companyId: '', externalId: '' }, query },
    { ...livePolling, isEnabled: customer !== undefined },
  );
  const first = customer ? managed : ownTransactions;
  const [earlier, setEarlier] = useState<Page[]>([]);
  if (first.isError && !first.data)
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />;
  if (!first.data) return <Skeleton count={6} />;
  const pages: Page[] = [first.data, ...earlier];
  const last = pages.at(-1);
  const items = [
    ...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
  const more = async () => {
    if (!last?.nextDate) return;
    const next = { ...query, from: last.nextDate, skip: String(last.nextSkip) };
    const page: Page = customer
      ? await call('listTransactions', { params: customer, query: next })
      : await call('listOwnTransactions', { query: next });
    setEarlier((before) => [...before, page]);
  };
  const isFiltered = Object.keys(chosen).length > 0;
  return (
    <Section isFlush>
      {items.length === 0 ? (
        <EmptyState
          icon="receipt"
          title={text(isFiltered ? 'noMatch' : 'empty')}
          {...(isFiltered ? {} : { hint: text('emptyHint') })}
        />
      ) : (
        <Table
          items={items}
          {...(customer ? { customer } : {})}
          {...(onRefund ? { onRefund } : {})}
        />
      )}
      {last?.next && (
        <Box p="14px 18px">
          <Button variant="default" onClick={() => void more()}>
            {text('earlier')}
          </Button>
        </Box>
      )}
    </Section>
  );
}

function Table({
  items,
  customer,
  onRefund,
}: TransactionsProps & { items: readonly Transaction[] }) {
  return (
    <ScrollPart label={text('title')}>
      <SimpleTable hasCards className={styles.ledgerTable}>
        <thead>
          <tr>
            <th scope="col">{text('when')}</th>
            <th scope="col">{text('what')}</th>
            <th scope="col">{text('reason')}</th>
            <th scope="col" data-amount>
              {text('effect')}
            </th>
            <th scope="col" data-amount>
              {text('balance')}
            </th>
            {onRefund && <th scope="col">{text('giveBack')}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                <time dateTime={item.at}>{formatMoment(item.at)}</time>
              </td>
              <td>
                <Badge tone={tones[item.kind]}>
                  {text(item.refundKind ? `refund_${item.refundKind}` : `kind_${item.kind}`)}
                </Badge>
              </td>
              <td className={styles.ledgerWide}>
                <bdi>{item.reason}</bdi>
                {item.document && (
                  <DocumentLink document={item.document} {...(customer ? { customer } : {})} />
                )}
                {item.by && <div className="soft">{text('by', { email: item.by })}</div>}
              </td>
              <td data-amount>
                <span className={styles.ledgerLabel}>{text('effect')}</span>
                <Money amount={item.effect} currency={item.currency} />
                {item.refundKind === 'moneyBack' && item.effect === '0' && (
                  <div className="soft">
                    {text('noEffect', { amount: formatMoney(item.amount, item.currency) })}
                  </div>
                )}
              </td>
              <td data-amount className={item.balance.startsWith('-') ? 'danger-text' : undefined}>
                <span className={styles.ledgerLabel}>{text('balance')}</span>
                <Money amount={item.balance} currency={item.currency} />
              </td>
              {onRefund && (
                <td className={styles.ledgerWide}>
                  {item.refundable && item.refundable !== '0' && (
                    <Button size="xs" variant="default" onClick={() => onRefund(item)}>
                      {text('giveBack')}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollPart>
  );
}

/**
 * Customers open the invoice with its credit notes. Billing administrators are taken to the
 * customer's documents.
 */
function DocumentLink({
  document,
  customer,
}: Pick<TransactionsProps, 'customer'> & { document: NonNullable<Transaction['document']> }) {
  const to: Path = customer
    ? `/billingManage/${customer.companyId}/${customer.externalId}/invoice`
    : `/billing/history/invoices/${document.invoiceId}`;
  const search = customer ? { filter: document.number } : {};
  return (
    <div className="soft">
      {text('document')}{' '}
      <Link className="link" to={to} search={search}>
        <Code>{document.number}</Code>
      </Link>
    </div>
  );
}
