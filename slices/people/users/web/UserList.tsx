import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column, Filter } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { useUserActions } from './actions.tsx';
import { userListing } from './listing.ts';
import { text } from './text.ts';
import { type User, UserName, UserState } from './user.tsx';

const CreateUser = lazy(async () => ({ default: (await import('./CreateUser.tsx')).CreateUser }));
const InviteList = lazy(async () => ({ default: (await import('./InviteList.tsx')).InviteList }));

/** The users that the viewer manages. */
export default function UserList(): ReactNode {
  const { state, change } = useListState(userListing.name, userListing.filters);
  const users = useCall(
    'listUsers',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const options = useCall('userOptions', {});
  const [adding, setAdding] = useState<'one' | 'many' | null>(null);
  const { actions, dialog } = useUserActions();
  const problem = options.data?.problem ?? null;
  const hint =
    problem === null ? {} : { 'data-disabled': true, 'aria-disabled': true, 'data-hint': problem };
  const open = (mode: 'one' | 'many') => () => problem === null && options.data && setAdding(mode);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} {...hint} onClick={open('one')}>
      {text('create')}
    </Button>
  );
  const { size: _size, start: _start, ...filterQuery } = listQueryOf(state);
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text(options.data?.makesChildren ? 'childrenDetail' : 'detail')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Icon name="mail" size={16} />}
              {...hint}
              onClick={open('many')}
            >
              {text('createMany')}
            </Button>
            {create}
          </>
        }
      />
      <DataTable<User>
        list={userListing.name}
        label={text('title')}
        columns={columns()}
        answer={users}
        state={state}
        onChange={change}
        nameOf={({ email }) => email}
        searchHint={text('searchHint')}
        filters={filtersOf(users.data?.sites ?? [])}
        rowActions={actions}
        csvHref={addressOf('listUsersCsv', { query: filterQuery })}
        empty={
          <EmptyState
            icon="users"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      {dialog}
      <Suspense>
        {adding === 'one' && options.data && (
          <CreateUser options={options.data} onClose={() => setAdding(null)} />
        )}
        {adding === 'many' && options.data && (
          <InviteList options={options.data} onClose={() => setAdding(null)} />
        )}
      </Suspense>
    </>
  );
}

const roles = ['root', 'siteAdmin', 'billingAdmin', 'user'] as const;
const states = ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing', 'Locked'] as const;

function filtersOf(sites: readonly { id: string; name: string }[]): readonly Filter[] {
  const filters: Filter[] = [
    {
      key: 'role',
      title: text('role'),
      options: roles.map((value) => ({ value, title: text(`role.${value}`) })),
    },
    {
      key: 'state',
      title: text('state'),
      options: states.map((value) => ({ value, title: text(`state.${value}`) })),
    },
    {
      key: 'enabled',
      title: text('enabled'),
      options: [
        { value: 'true', title: text('isEnabled') },
        { value: 'false', title: text('isDisabled') },
      ],
    },
  ];
  if (sites.length < 2) return filters;
  return [
    ...filters,
    {
      key: 'site',
      title: text('site'),
      options: sites.map(({ id, name }) => ({ value: id, title: name })),
    },
  ];
}

const columns = (): Column<User>[] => [
  {
    key: 'email',
    title: text('email'),
    sort: 'email',
    isName: true,
    cell: (user) => <UserName user={user} />,
  },
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isShown: false,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  { key: 'role', title: text('role'), sort: 'role', cell: ({ role }) => text(`role.${role}`) },
  { key: 'state', title: text('state'), sort: 'state', cell: (user) => <UserState user={user} /> },
  { key: 'tfa', title: text('tfa'), cell: ({ usesTfa }) => text(usesTfa ? 'tfaOn' : 'tfaOff') },
  { key: 'site', title: text('site'), cell: ({ site }) => <bdi>{site}</bdi> },
  {
    key: 'parent',
    title: text('parent'),
    cell: ({ parent }) =>
      parent ? <bdi dir="ltr">{parent}</bdi> : <span className="soft">–</span>,
  },
  {
    key: 'children',
    title: text('children'),
    align: 'end',
    isShown: false,
    cell: ({ children }) => children,
  },
  {
    key: 'lastLogin',
    title: text('lastLogin'),
    sort: 'lastLogin',
    cell: ({ lastLoginAt }) =>
      lastLoginAt ? (
        <RelativeTime at={lastLoginAt} />
      ) : (
        <span className="soft">{text('never')}</span>
      ),
  },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    isShown: false,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
