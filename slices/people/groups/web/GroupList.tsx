import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { ChangeGroup, CreateGroup, RemoveGroup } from './dialogs.tsx';
import { text } from './text.ts';

type Group = Answer<'listGroups'>['items'][number];
type DialogState = { about: 'create' } | { about: 'change' | 'remove'; group: Group };

/** The groups that the user manages. */
export default function GroupList(): ReactNode {
  const { state, change } = useListState('groups');
  const groups = useCall('listGroups', { query: listQueryOf(state) }, { keepsPrevious: true });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const openDialog = (about: 'change' | 'remove') => (rows: readonly Group[]) =>
    rows[0] && setDialog({ about, group: rows[0] });
  const rowActions: Action<Group>[] = [
    {
      id: 'change',
      title: text('change'),
      icon: 'settings',
      reason: () => null,
      run: openDialog('change'),
    },
    {
      id: 'remove',
      title: text('remove'),
      icon: 'trash',
      isDangerous: true,
      reason: () => null,
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
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <DataTable<Group>
        list="groups"
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
            icon="users"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      {dialog?.about === 'create' && <CreateGroup onClose={() => setDialog(null)} />}
      {dialog?.about === 'change' && (
        <ChangeGroup group={dialog.group} onClose={() => setDialog(null)} />
      )}
      {dialog?.about === 'remove' && (
        <RemoveGroup group={dialog.group} onClose={() => setDialog(null)} />
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
    cell: ({ id, siteId, name }) => (
      <Link className="link" to={`/groups/${siteId}/${id}/info`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'description',
    title: text('description'),
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  {
    key: 'members',
    title: text('members'),
    sort: 'members',
    align: 'end',
    cell: ({ members }) => members,
  },
  {
    key: 'rights',
    title: text('rights'),
    sort: 'rights',
    align: 'end',
    cell: ({ rights }) => rights,
  },
  { key: 'owner', title: text('owner'), cell: ({ owner, site }) => <bdi>{owner ?? site}</bdi> },
  { key: 'site', title: text('site'), isShown: false, cell: ({ site }) => <bdi>{site}</bdi> },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
