import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './groups.module.css';
import { type PickItem, PickList } from './PickList.tsx';
import { text } from './text.ts';

type Group = Answer<'getGroup'>;
type Member = Answer<'listGroupMembers'>['items'][number];

export function Members({ group }: { group: Group }) {
  const { state, change } = useListState('groups.members');
  const params = { groupId: group.id };
  const members = useCall(
    'listGroupMembers',
    { params, query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const [isAdding, setAdding] = useState(false);
  const run = useRun();
  const remove = async ({ id, email }: Member) => {
    const work = () => call('removeGroupMember', { params: { ...params, userId: id } });
    const undo = () => call('addGroupMembers', { params, body: { userIds: [id] } });
    await run(text('memberRemoved', { name: email }), work, undo);
  };
  const rowActions: Action<Member>[] = [
    {
      id: 'remove',
      title: text('removeMember'),
      icon: 'x',
      isDangerous: true,
      reason: () => null,
      run: (rows) => rows[0] && void remove(rows[0]),
    },
  ];
  const addButton = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={15} />}
      onClick={() => setAdding(true)}
    >
      {text('addMembers')}
    </Button>
  );
  return (
    <Section title={text('members')} actions={addButton} isFlush>
      <div className={styles.groupMembers}>
        <DataTable<Member>
          list="groups.members"
          label={text('members')}
          columns={columns()}
          answer={members}
          state={state}
          onChange={change}
          nameOf={({ email }) => email}
          searchHint={text('searchMember')}
          rowActions={rowActions}
          empty={
            <EmptyState
              icon="users"
              title={text('noMembers')}
              hint={text('noMembersHint')}
              action={addButton}
            />
          }
        />
      </div>
      {isAdding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </Section>
  );
}

const columns = (): Column<Member>[] => [
  {
    key: 'email',
    title: text('email'),
    sort: 'email',
    isName: true,
    cell: ({ email }) => <bdi>{email}</bdi>,
  },
  { key: 'name', title: text('personName'), cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'state',
    title: text('state'),
    cell: ({ problem }) =>
      problem === null ? (
        <Badge tone="good">{text('counts')}</Badge>
      ) : (
        <span
          className="soft"
          style={{ display: 'block', fontSize: 'var(--mantine-font-size-xs)' }}
        >
          <Badge tone="warning">{problem}</Badge>
        </span>
      ),
  },
  {
    key: 'added',
    title: text('added'),
    sort: 'added',
    cell: ({ addedAt }) => <RelativeTime at={addedAt} />,
  },
  {
    key: 'explain',
    title: text('explain'),
    isShown: false,
    cell: ({ id }) => (
      <Link className="link" to={`/permissionExplainer?userId=${id}`}>
        {text('explain')}
      </Link>
    ),
  },
];

function AddMembers({ group, onClose }: { group: Group; onClose(): void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, PickItem>>(new Map());
  const params = { groupId: group.id };
  const add = async () => {
    await call('addGroupMembers', { params, body: { userIds: [...chosen.keys()] } });
    toast('success', text('membersAdded'));
  };
  const useSearch = (filter: string) =>
    useCall(
      'listGroupCandidates',
      { params, query: filter ? { filter } : {} },
      { keepsPrevious: true },
    ).data?.items.map(({ id, email, name }): PickItem => ({ id, title: email, note: name }));
  return (
    <ConfirmDialog
      title={text('addMembersTitle', { name: group.name })}
      confirmLabel={text('addCount', { count: chosen.size })}
      onConfirm={add}
      onClose={onClose}
    >
      <PickList
        label={text('searchPeople')}
        useFound={useSearch}
        chosen={chosen}
        onChange={setChosen}
        empty={text('noCandidates')}
      />
    </ConfirmDialog>
  );
}
