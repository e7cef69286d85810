import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { addressOf, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import type { Address, Network, Subnet } from './network.tsx';
import { restoreReservation } from './restoreReservation.ts';
import { text } from './text.ts';

const dialogs = () => import('./addressDialogs.tsx');
const ReserveAddresses = lazy(async () => ({ default: (await dialogs()).ReserveAddresses }));
const NameAddress = lazy(async () => ({ default: (await dialogs()).NameAddress }));

type DialogState =
  | { about: 'reserve'; addresses: readonly string[] }
  | { about: 'name'; address: Address };

/** The addresses of a subnet: all, free, used or reserved. */
export function Addresses({ network, subnet }: { network: Network; subnet: Subnet }) {
  const { state, change } = useListState('addresses', ['view']);
  const { sorting: _sorting, ...query } = listQueryOf(state);
  const answer = useCall(
    'listAddresses',
    { params: { subnetId: subnet.id }, query },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const run = useRun();
  const go = useGo();
  const reserve: Action<Address> = {
    id: 'reserve',
    title: text('reserve'),
    icon: 'signature',
    reason: ({ actions }) => actions.reserve,
    run: (rows) => setDialog({ about: 'reserve', addresses: rows.map(({ address }) => address) }),
  };
  const rowActions: Action<Address>[] = [
    reserve,
    {
      id: 'name',
      title: text('nameIt'),
      icon: 'world',
      reason: ({ actions }) => actions.change,
      run: ([address]) => address && setDialog({ about: 'name', address }),
    },
    {
      id: 'end',
      title: text('end'),
      icon: 'circle-x',
      reason: ({ actions }) => actions.free,
      run: ([address]) =>
        address &&
        void run(
          text('ended'),
          () => call('freeAddress', { params: { subnetId: subnet.id, address: address.address } }),
          restoreReservation(network, subnet.id, address),
        ),
    },
    {
      id: 'history',
      title: text('whoHad'),
      icon: 'history',
      reason: () => null,
      run: ([address]) =>
        address &&
        void go({ to: `/networks/history?address=${encodeURIComponent(address.address)}` }),
    },
  ];
  const reserveAction: Action<Subnet> = {
    id: 'reserveTyped',
    title: text('reserve'),
    icon: 'plus',
    reason: ({ actions }) => actions.reserve,
    run: () => setDialog({ about: 'reserve', addresses: [] }),
  };
  const close = () => setDialog(null);
  return (
    <>
      <div className="page-actions">
        <ActionButton action={reserveAction} row={subnet} />
        <Button
          component="a"
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={15} />}
          href={addressOf('getReverseZone', { params: { subnetId: subnet.id } })}
          download
        >
          {text('zone')}
        </Button>
      </div>
      <DataTable<Address>
        list="addresses"
        label={text('addresses')}
        columns={columns()}
        answer={answer}
        state={state}
        onChange={change}
        nameOf={({ address }) => address}
        searchHint={text('addressHint')}
        filters={[
          {
            key: 'view',
            title: text('view'),
            options: [
              { value: 'free', title: text('free') },
              { value: 'used', title: text('used') },
              { value: 'reserved', title: text('reserved') },
            ],
          },
        ]}
        rowActions={rowActions}
        bulkActions={[reserve]}
        empty={
          <EmptyState icon="network" title={text('noAddressTitle')} hint={text('noAddressHint')} />
        }
      />
      <Suspense>
        {dialog?.about === 'reserve' && (
          <ReserveAddresses
            network={network}
            subnet={subnet}
            addresses={dialog.addresses}
            onClose={close}
          />
        )}
        {dialog?.about === 'name' && (
          <NameAddress subnet={subnet} address={dialog.address} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

const none = <span className="soft">–</span>;

/** Specification section 4: IP type codes. */
const states: readonly (readonly [tone: Tone, key: Parameters<typeof text>[0]])[] = [
  ['good', 'stateUsed'],
  ['neutral', 'stateReserved'],
  ['warning', 'stateGateway'],
  ['neutral', 'stateReservedUser'],
];

function State({ type, isFree }: Address) {
  const [tone, key] = states[type] ?? ['neutral', 'stateReserved'];
  return isFree ? (
    <Badge tone="neutral">{text('stateFree')}</Badge>
  ) : (
    <Badge tone={tone}>{text(key)}</Badge>
  );
}

function AddressHolder({ server, type, isFree, reservedFor }: Address) {
  if (server)
    return (
      <a className="link" href={`/servers/${server.id}`}>
        <bdi>{server.name}</bdi>
      </a>
    );
  if (!isFree && type === 0) return <span className="soft">{text('otherServer')}</span>;
  return reservedFor ? <bdi>{reservedFor}</bdi> : none;
}

const columns = (): Column<Address>[] => [
  {
    key: 'address',
    title: text('address'),
    isName: true,
    cell: ({ address }) => <Code>{address}</Code>,
  },
  { key: 'state', title: text('state'), cell: (address) => <State {...address} /> },
  { key: 'server', title: text('server'), cell: (address) => <AddressHolder {...address} /> },
  {
    key: 'reverseName',
    title: text('reverseName'),
    cell: ({ reverseName }) => (reverseName ? <Code>{reverseName}</Code> : none),
  },
  { key: 'note', title: text('note'), cell: ({ note }) => (note ? <bdi>{note}</bdi> : none) },
  {
    key: 'mac',
    title: text('mac'),
    isShown: false,
    cell: ({ mac }) => (mac ? <Code>{mac}</Code> : none),
  },
  {
    key: 'since',
    title: text('since'),
    cell: ({ since }) => (since ? <RelativeTime at={since} /> : none),
  },
];
