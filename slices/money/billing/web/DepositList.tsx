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
import { Code, Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Deposit = Answer<'listDeposits'>['items'][number];
const states = ['1', '2', '3', '4'] as const;

/** The deposits of all customers that the user manages. */
export default function DepositList() {
  const { state, change } = useListState('deposits', ['state']);
  const deposits = useCall(
    'listDeposits',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  return (
    <>
      <PageHeader title={text('depositsTitle')} detail={text('depositsDetail')} />
      <DataTable<Deposit>
        list="deposits"
        label={text('depositsTitle')}
        columns={columns()}
        answer={deposits}
        state={state}
        onChange={change}
        nameOf={(deposit) => deposit.reference}
        searchHint={text('depositSearch')}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: states.map((value) => ({ value, title: text(`state_${value}`) })),
          },
        ]}
        empty={
          <EmptyState icon="receipt" title={text('noDeposits')} hint={text('noDepositsHint')} />
        }
      />
    </>
  );
}

const columns = (): Column<Deposit>[] => [
  {
    key: 'reference',
    title: text('reference'),
    isName: true,
    cell: ({ companyId, userId, reference }) => (
      <Link className="link" to={`/billingManage/${companyId}/${userId}`}>
        <Code>{reference}</Code>
      </Link>
    ),
  },
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
  },
  {
    key: 'amount',
    title: text('depositsTitle'),
    sort: 'amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    key: 'state',
    title: text('state'),
    cell: ({ state, stateTitle }) => (
      <Badge tone={state === 3 ? 'good' : state === 4 ? 'neutral' : 'busy'}>{stateTitle}</Badge>
    ),
  },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
