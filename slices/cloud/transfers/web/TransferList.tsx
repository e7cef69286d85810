import { type ReactNode, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { formatGb, formatMb, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Transfer = Answer<'listTransfers'>['items'][number];

const tones = {
  open: 'busy',
  accepted: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const;

/** Servers offered to the user and by the user. */
export default function TransferList(): ReactNode {
  const { state, change } = useListState('transfers', ['state']);
  const transfers = useCall(
    'listTransfers',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [accepting, setAccepting] = useState<Transfer | null>(null);
  const run = useRun();
  const verb = (
    id: 'accept' | 'decline' | 'withdraw',
    icon: IconName,
    handler: (transfer: Transfer) => void,
  ): Action<Transfer> => ({
    ...{ id, icon, title: text(id), reason: (transfer: Transfer) => transfer.actions[id] },
    run: ([transfer]) => transfer && handler(transfer),
  });
  const actions = [
    verb('accept', 'check', setAccepting),
    verb(
      'decline',
      'x',
      ({ id, serverName }) =>
        void run(text('declineDone', { name: serverName }), () =>
          call('declineTransfer', { params: { transferId: id } }),
        ),
    ),
    verb(
      'withdraw',
      'back',
      ({ id, serverName }) =>
        void run(text('withdrawDone', { name: serverName }), () =>
          call('withdrawTransfer', { params: { transferId: id } }),
        ),
    ),
  ];
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <DataTable<Transfer>
        list="transfers"
        label={text('title')}
        columns={columns()}
        answer={transfers}
        state={state}
        onChange={change}
        nameOf={({ serverName }) => serverName}
        searchHint={text('searchHint')}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: (Object.keys(tones) as (keyof typeof tones)[]).map((value) => ({
              value,
              title: text(value),
            })),
          },
        ]}
        rowActions={actions}
        empty={<EmptyState icon="gift" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
      {accepting && (
        <ConfirmDialog
          title={text('acceptTitle', { name: accepting.serverName })}
          confirmLabel={text('accept')}
          onConfirm={async () => {
            await call('acceptTransfer', { params: { transferId: accepting.id } });
            await run(text('acceptDone', { name: accepting.serverName }), async () => undefined);
          }}
          onClose={() => setAccepting(null)}
        >
          <p>{text('acceptText')}</p>
          {accepting.offer?.price && (
            <p>
              {text('costsYou', {
                amount: formatMoney(accepting.offer.price.monthly, accepting.offer.price.currency),
              })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

const columns = (): Column<Transfer>[] => [
  {
    key: 'server',
    title: text('server'),
    isName: true,
    cell: ({ serverName, offer, note }) => (
      <>
        <bdi>{serverName}</bdi>
        {offer && (
          <div className="soft">
            <bdi dir="ltr">
              {offer.cores} · {formatMb(offer.ramMb)} · {formatGb(offer.diskGb)}
            </bdi>{' '}
            <bdi>{offer.image}</bdi>
          </div>
        )}
        {note && <div className="soft">{note}</div>}
      </>
    ),
  },
  { key: 'from', title: text('from'), cell: ({ from }) => <bdi>{from}</bdi> },
  { key: 'to', title: text('to'), cell: ({ to }) => <bdi>{to}</bdi> },
  {
    key: 'state',
    title: text('state'),
    cell: ({ state }) => <Badge tone={tones[state]}>{text(state)}</Badge>,
  },
  {
    key: 'costs',
    title: text('costs'),
    align: 'end',
    cell: ({ way, offer }) =>
      way === 'in' && offer?.price ? (
        text('aMonth', { amount: formatMoney(offer.price.monthly, offer.price.currency) })
      ) : (
        <span className="soft">–</span>
      ),
  },
  {
    key: 'offered',
    title: text('offered'),
    sort: 'created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'ends',
    title: text('ends'),
    cell: ({ state, expiresAt }) =>
      state === 'open' ? <RelativeTime at={expiresAt} /> : <span className="soft">–</span>,
  },
];
