import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { providerTitle } from './parts.tsx';
import { text } from './text.ts';

type Row = Answer<'listDisputes'>['items'][number];
const states = ['open', 'won', 'lost', 'closed'] as const;
const tones: Record<Row['state'], Tone> = {
  open: 'warning',
  won: 'good',
  lost: 'bad',
  closed: 'neutral',
};

/**
 * The disputed payments of the user's companies, with the withdrawn amounts and response deadlines.
 */
export default function Disputes() {
  const { state, change } = useListState('disputes', ['state']);
  const rows = useCall(
    'listDisputes',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  return (
    <>
      <PageHeader title={text('disputesTitle')} detail={text('disputesDetail')} />
      <DataTable<Row>
        list="disputes"
        label={text('disputesTitle')}
        columns={columns()}
        answer={rows}
        state={state}
        onChange={change}
        nameOf={(row) => row.reference}
        searchHint={text('searchDisputes')}
        filters={[
          {
            key: 'state',
            title: text('stateColumn'),
            options: states.map((value) => ({ value, title: text(`state_${value}`) })),
          },
        ]}
        empty={
          <EmptyState icon="shield" title={text('noDisputes')} hint={text('noDisputesHint')} />
        }
      />
    </>
  );
}

const columns = (): Column<Row>[] => [
  {
    key: 'customer',
    title: text('customer'),
    sort: 'email',
    isName: true,
    cell: ({ customer, companyId }) => (
      <Link className="link" to={`/billingManage/${companyId}/${customer.id}`}>
        <bdi dir="ltr">{customer.email}</bdi>
      </Link>
    ),
  },
  {
    key: 'state',
    title: text('stateColumn'),
    cell: ({ state }) => <Badge tone={tones[state]}>{text(`state_${state}`)}</Badge>,
  },
  {
    key: 'amount',
    title: text('disputed'),
    sort: 'amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    key: 'withdrawn',
    title: text('takenBack'),
    align: 'end',
    cell: ({ withdrawn, currency }) => <Money amount={withdrawn} currency={currency} />,
  },
  {
    key: 'due',
    title: text('due'),
    cell: ({ state, dueAt }) => (state === 'open' && dueAt ? <RelativeTime at={dueAt} /> : '–'),
  },
  {
    key: 'reason',
    title: text('why'),
    cell: ({ provider, reference, reason }) => (
      <>
        <bdi>{reason}</bdi>
        <div className="soft">
          {providerTitle(provider)} <Code>{reference}</Code>
        </div>
      </>
    ),
  },
  {
    key: 'opened',
    title: text('opened'),
    sort: 'opened',
    cell: ({ openedAt }) => <RelativeTime at={openedAt} />,
  },
  {
    key: 'fee',
    title: text('feeColumn'),
    align: 'end',
    isShown: false,
    cell: ({ fee, currency }) => (fee ? <Money amount={fee} currency={currency} /> : '–'),
  },
  {
    key: 'company',
    title: text('company'),
    isShown: false,
    cell: ({ company }) => <bdi>{company}</bdi>,
  },
];
