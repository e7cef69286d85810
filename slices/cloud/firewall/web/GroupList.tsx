import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { DeleteGroup, GroupNameDialog } from './dialogs.tsx';
import { text } from './text.ts';

type Group = Answer<'listFirewallGroups'>['items'][number];

/** Rule groups shared by several network interfaces. */
export default function GroupList(): ReactNode {
  const { state, change } = useListState('firewall');
  const groups = useCall(
    'listFirewallGroups',
    { query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const [dialog, setDialog] = useState<{ about: 'name' | 'delete'; group: Group | null } | null>(
    null,
  );
  const openDialog = (about: 'name' | 'delete') => (rows: readonly Group[]) =>
    setDialog({ about, group: rows[0] ?? null });
  const rowActions: Action<Group>[] = [
    {
      id: 'change',
      title: text('change'),
      icon: 'settings',
      reason: (group) => group.actions.edit,
      run: openDialog('name'),
    },
    {
      id: 'delete',
      title: text('delete'),
      icon: 'trash',
      isDangerous: true,
      reason: (group) => group.actions.remove,
      run: openDialog('delete'),
    },
  ];
  const create = (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => setDialog({ about: 'name', group: null })}
    >
      {text('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <DataTable<Group>
        list="firewall"
        label={text('title')}
        columns={columns()}
        answer={groups}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        rowActions={rowActions}
        empty={
          <EmptyState
            icon="shield"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      {dialog?.about === 'name' && (
        <GroupNameDialog group={dialog.group} onClose={() => setDialog(null)} />
      )}
      {dialog?.about === 'delete' && dialog.group && (
        <DeleteGroup group={dialog.group} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

const columns = (): Column<Group>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: ({ id, name }) => (
      <Link className="link" to={`/firewall/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'description',
    title: text('description'),
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  { key: 'rules', title: text('rules'), align: 'end', cell: ({ ruleCount }) => ruleCount },
  { key: 'cards', title: text('cards'), sort: 'cards', align: 'end', cell: ({ cards }) => cards },
  {
    key: 'draft',
    title: text('hasDraft'),
    cell: ({ hasDraft }) => (hasDraft ? <Badge tone="warning">{text('draft')}</Badge> : null),
  },
  { key: 'owner', title: text('owner'), isShown: false, cell: ({ owner }) => <bdi>{owner}</bdi> },
  {
    key: 'changed',
    title: text('changedAt'),
    sort: 'changed',
    cell: ({ changedAt }) => <RelativeTime at={changedAt} />,
  },
];
