import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import type { Column, Filter } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { type Network, NetworkLink, networkPath, Usage, Views } from './network.tsx';
import { text } from './text.ts';

const dialogs = () => import('./dialogs.tsx');
const CreateNetwork = lazy(async () => ({ default: (await dialogs()).CreateNetwork }));
const ChangeNetwork = lazy(async () => ({ default: (await dialogs()).ChangeNetwork }));
const RemoveNetwork = lazy(async () => ({ default: (await dialogs()).RemoveNetwork }));

type DialogState = { about: 'create' } | { about: 'change' | 'remove'; network: Network };

/** The networks visible to the user. */
export default function NetworkList(): ReactNode {
  const { state, change } = useListState('networks', ['kind', 'datacenter']);
  const networks = useCall(
    'listNetworks',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const go = useGo();
  const openDialog = (about: 'change' | 'remove') => (rows: readonly Network[]) =>
    rows[0] && setDialog({ about, network: rows[0] });
  const rowActions: Action<Network>[] = [
    {
      id: 'subnets',
      title: text('subnets'),
      icon: 'network',
      reason: () => null,
      run: ([network]) => network && void go({ to: networkPath(network) }),
    },
    {
      id: 'change',
      title: text('change'),
      icon: 'settings',
      reason: ({ actions }) => actions.change,
      run: openDialog('change'),
    },
    {
      id: 'remove',
      title: text('remove'),
      icon: 'trash',
      isDangerous: true,
      reason: ({ actions }) => actions.remove,
      run: openDialog('remove'),
    },
  ];
  const create = (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => setDialog({ about: 'create' })}
    >
      {text('create')}
    </Button>
  );
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <Views current="list" />
      <DataTable<Network>
        list="networks"
        label={text('title')}
        columns={columns()}
        answer={networks}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        filters={filters(networks.data?.datacenters ?? [])}
        rowActions={rowActions}
        empty={
          <EmptyState
            icon="network"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      <Suspense>
        {dialog?.about === 'create' && <CreateNetwork onClose={close} />}
        {dialog?.about === 'change' && <ChangeNetwork network={dialog.network} onClose={close} />}
        {dialog?.about === 'remove' && <RemoveNetwork network={dialog.network} onClose={close} />}
      </Suspense>
    </>
  );
}

const filters = (datacenters: readonly { id: string; name: string }[]): Filter[] => [
  {
    key: 'kind',
    title: text('kind'),
    options: (['lan', 'wan', 'int'] as const).map((value) => ({ value, title: text(value) })),
  },
  {
    key: 'datacenter',
    title: text('datacenter'),
    options: datacenters.map(({ id, name }) => ({ value: id, title: name })),
  },
];

const columns = (): Column<Network>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: (network) => (
      <>
        <NetworkLink network={network} />
        <Text as="small" isBlock weight={400} tone="soft">
          <bdi>{network.note || network.description}</bdi>
        </Text>
      </>
    ),
  },
  { key: 'kind', title: text('kind'), sort: 'kind', cell: ({ kind }) => text(kind) },
  {
    key: 'vlan',
    title: text('vlan'),
    sort: 'vlan',
    align: 'end',
    cell: ({ vlan }) => <bdi className="number">{vlan}</bdi>,
  },
  {
    key: 'subnets',
    title: text('subnets'),
    cell: ({ subnets }) =>
      subnets.length === 0 ? (
        <span className="soft">{text('noSubnets')}</span>
      ) : (
        subnets.map(({ id, cidr }) => (
          <div key={id}>
            <Code>{cidr}</Code>
          </div>
        ))
      ),
  },
  { key: 'used', title: text('used'), cell: ({ used, free }) => <Usage used={used} free={free} /> },
  {
    key: 'datacenter',
    title: text('datacenter'),
    cell: ({ datacenter }) => <bdi>{datacenter}</bdi>,
  },
  { key: 'cards', title: text('cards'), align: 'end', isShown: false, cell: ({ cards }) => cards },
  {
    key: 'owner',
    title: text('owner'),
    isShown: false,
    cell: ({ owner, isShared }) => (isShared ? text('everybody') : <bdi>{owner}</bdi>),
  },
];
