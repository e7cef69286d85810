import { billingStates, billingStateTitle } from '../../../../web/billingStates/titles.ts';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { billingStateTone } from '../../../../web/ui/values/billingState.ts';
import { Code, Money } from '../../../../web/ui/values/values.tsx';
import styles from './companies.module.css';
import { text } from './text.ts';

type Customer = Answer<'listCustomers'>['items'][number];

/** The customers of the companies that the user manages. */
export default function CustomerList() {
  const { state, change } = useListState('billingAccess', ['company', 'state']);
  const customers = useCall(
    'listCustomers',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const companies = customers.data?.companies ?? [];
  return (
    <>
      <PageHeader title={text('customers')} detail={text('customersDetail')} />
      <DataTable<Customer>
        list="billingAccess"
        label={text('customers')}
        columns={columns()}
        answer={customers}
        state={state}
        onChange={change}
        nameOf={(customer) => customer.email}
        searchHint={text('customerSearch')}
        filters={[
          {
            key: 'state',
            title: text('profile'),
            options: billingStates.map((value) => ({
              value: String(value),
              title: billingStateTitle(value),
            })),
          },
          ...(companies.length > 1
            ? [
                {
                  key: 'company',
                  title: text('company'),
                  options: companies.map(({ id, name }) => ({ value: id, title: name })),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            icon="receipt"
            title={text('noCustomers')}
            hint={companies.length === 0 ? text('emptyGiven') : text('noCustomersHint')}
          />
        }
      />
    </>
  );
}

const columns = (): Column<Customer>[] => [
  {
    key: 'email',
    title: text('customer'),
    sort: 'email',
    isName: true,
    cell: (customer) => (
      <>
        <Link
          className="link"
          to={`/billingManage/${customer.companyId}/${customer.externalId ?? customer.id}`}
        >
          <bdi dir="ltr">{customer.email}</bdi>
        </Link>{' '}
        {customer.isDeleted && <Badge tone="neutral">{text('deleted')}</Badge>}
      </>
    ),
  },
  { key: 'name', title: text('name'), cell: ({ name }) => (name ? <bdi>{name}</bdi> : '–') },
  {
    key: 'number',
    title: text('number'),
    cell: ({ externalId }) => (externalId ? <Code>{externalId}</Code> : '–'),
  },
  { key: 'site', title: text('site'), cell: ({ site }) => <bdi>{site}</bdi> },
  {
    key: 'company',
    title: text('company'),
    isShown: false,
    cell: ({ company }) => <bdi>{company}</bdi>,
  },
  {
    key: 'profile',
    title: text('profile'),
    cell: ({ billingState }) => (
      <Badge tone={billingStateTone(billingState)}>{billingStateTitle(billingState)}</Badge>
    ),
  },
  {
    key: 'balance',
    title: text('balance'),
    align: 'end',
    cell: ({ balances }) =>
      balances.length === 0 ? (
        <span className="soft">{text('nothing')}</span>
      ) : (
        <span className={styles.companyBalances}>
          {balances.map(({ amount, currency }) => (
            <span key={currency} className={amount.startsWith('-') ? 'danger-text' : undefined}>
              <Money amount={amount} currency={currency} />
            </span>
          ))}
        </span>
      ),
  },
];
