import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, addressOf, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { ScrollPart } from '../../../web/ui/ScrollPart.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { Code, formatMoment, Money } from '../../../web/ui/values.tsx';
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

/** What was booked, the latest first; earlier pages follow when they are asked for. */
export function Transactions({ customer, onRefund }: TransactionsProps) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [filter, setFilter] = useState('');
  const chosen = { ...(kind ? { kind } : {}), ...(filter ? { filter } : {}) };
  const csv = customer
    ? addressOf('transactionsCsv', { params: customer, query: chosen })
    : addressOf('ownTransactionsCsv', { query: chosen });
  return (
    <>
      <div className="ledger-tools">
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
        <Button component="a" href={csv} variant="default" className="ledger-csv">
          {text('csv')}
        </Button>
      </div>
      <Pages
        key={JSON.stringify(chosen)}
        chosen={chosen}
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
  const live = { topics: ['billing'], pollMs: 25_000 };
  const own = useCall('listOwnTransactions', { query }, { ...live, isEnabled: !customer });
  const managed = useCall(
    'listTransactions',
    { params: customer ?? { companyId: '', externalId: '' }, query },
    { ...live, isEnabled: customer !== undefined },
  );
  const first = customer ? managed : own;
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
        <div className="ledger-more">
          <Button variant="default" onClick={() => void more()}>
            {text('earlier')}
          </Button>
        </div>
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
    <ScrollPart className="ledger-scroll" label={text('title')}>
      <table className="ledger-table">
        <thead>
          <tr>
            <th scope="col">{text('when')}</th>
            <th scope="col">{text('what')}</th>
            <th scope="col">{text('reason')}</th>
            <th scope="col" className="ledger-amount">
              {text('effect')}
            </th>
            <th scope="col" className="ledger-amount">
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
              <td className="ledger-wide">
                <bdi>{item.reason}</bdi>
                {item.document && (
                  <DocumentLink document={item.document} {...(customer ? { customer } : {})} />
                )}
                {item.by && <div className="soft">{text('by', { email: item.by })}</div>}
              </td>
              <td className="ledger-amount">
                <span className="ledger-label">{text('effect')}</span>
                <Money amount={item.effect} currency={item.currency} />
                {item.refundKind === 'moneyBack' && item.effect === '0' && (
                  <div className="soft">
                    {text('noEffect', { amount: formatMoney(item.amount, item.currency) })}
                  </div>
                )}
              </td>
              <td
                className={
                  item.balance.startsWith('-') ? 'ledger-amount ledger-owed' : 'ledger-amount'
                }
              >
                <span className="ledger-label">{text('balance')}</span>
                <Money amount={item.balance} currency={item.currency} />
              </td>
              {onRefund && (
                <td className="ledger-wide">
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
      </table>
    </ScrollPart>
  );
}

/**
 * A customer opens the invoice, which its credit notes stand with; who looks after the company
 * finds it among the customer's documents.
 */
function DocumentLink({
  document,
  customer,
}: Pick<TransactionsProps, 'customer'> & { document: NonNullable<Transaction['document']> }) {
  const to = customer
    ? `/billingManage/${customer.companyId}/${customer.externalId}/invoice`
    : `/billing/history/invoices/${document.invoiceId}`;
  const search = customer ? { filter: document.number } : {};
  return (
    <div className="soft">
      {text('document')}{' '}
      <Link className="link" to={to as string} search={search as never}>
        <Code>{document.number}</Code>
      </Link>
    </div>
  );
}
