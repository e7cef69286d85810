import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, addressOf } from '../../../../web/client.ts';
import { keyOf, useCall } from '../../../../web/data/useCall.ts';
import type { Filter } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { type ServerActions, useServerActions } from './actions.tsx';
import type { Server } from './commands.ts';
import { GeneratedPassword } from './GeneratedPassword.tsx';
import { serverColumns, trashColumns } from './list/columns.tsx';
import { serverListing } from './listing.ts';
import { text } from './text.ts';

/** Specification section 9: servers are refreshed every 25 s when live events are unavailable. */
const pollMs = 25_000;

/** The servers the user has access to, updated live. With `?bin=true`, the servers in the Trash. */
export default function ServerList(): ReactNode {
  const { state, change } = useListState(serverListing.name, serverListing.filters);
  const { bin, ...filters } = state.filters;
  const isInTrash = bin === 'true';
  const input = { query: listQueryOf(state) };
  const moreTopics = useTaskTopics(input);
  const servers = useCall('listServers', input, { moreTopics, pollMs, keepsPrevious: true });
  const { actions, dialog } = useServerActions();
  const [rowActions, bulkActions] = isInTrash ? trashActions(actions) : listActions(actions);
  const { size: _size, start: _start, ...filterQuery } = input.query;
  return (
    <>
      {isInTrash ? (
        <PageHeader
          title={text('binTitle')}
          detail={text('binDetail')}
          back={<BackLink to="/servers" title={text('title')} />}
        />
      ) : (
        <>
          <PageHeader title={text('title')} actions={<HeaderActions />} />
          <GeneratedPassword />
        </>
      )}
      <DataTable<Server>
        key={isInTrash ? 'bin' : 'servers'}
        list={isInTrash ? 'servers.bin' : 'servers'}
        label={text(isInTrash ? 'binTitle' : 'title')}
        columns={isInTrash ? trashColumns() : serverColumns()}
        answer={servers}
        state={{ ...state, filters }}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        filters={filtersOf(isInTrash, servers.data?.datacenters ?? [])}
        rowActions={rowActions}
        bulkActions={bulkActions}
        csvHref={addressOf('listServersCsv', { query: filterQuery })}
        empty={
          isInTrash ? (
            <EmptyState icon="trash" title={text('emptyBinTitle')} hint={text('emptyBinHint')} />
          ) : (
            <NoServers />
          )
        }
      />
      {dialog}
    </>
  );
}

/**
 * The topics of tasks that are running on the listed servers. Their progress refreshes the list,
 * while other tasks don't.
 */
function useTaskTopics(input: { query: Record<string, string> }): string[] {
  const cached = useQueryClient().getQueryData<Answer<'listServers'>>(keyOf('listServers', input));
  return (cached?.items ?? []).flatMap(({ task }) => (task ? [`task:${task.cmdId}`] : []));
}

type Offered = readonly [
  row: ServerActions['actions'][keyof ServerActions['actions']][],
  bulk: ServerActions['actions']['start'][],
];

const listActions = ({
  console,
  start,
  stop,
  reboot,
  suspend,
  resume,
  resize,
  snapshot,
  clone,
  terminate,
}: ServerActions['actions']): Offered => [
  [console, start, stop, reboot, suspend, resume, resize, snapshot, clone, terminate],
  [start, stop, reboot, suspend, resume, terminate],
];
const trashActions = ({ restore, purge }: ServerActions['actions']): Offered => [
  [restore, purge],
  [restore, purge],
];

function filtersOf(
  isInTrash: boolean,
  datacenters: readonly { id: string; name: string }[],
): readonly Filter[] {
  const datacenter = {
    key: 'datacenter',
    title: text('datacenter'),
    options: datacenters.map(({ id, name }) => ({ value: id, title: name })),
  };
  if (isInTrash) return [datacenter];
  return [
    {
      key: 'power',
      title: text('state'),
      options: (['on', 'off', 'suspended'] as const).map((value) => ({
        value,
        title: text(value),
      })),
    },
    {
      key: 'status',
      title: text('now'),
      options: (['busy', 'failed'] as const).map((value) => ({ value, title: text(value) })),
    },
    datacenter,
  ];
}

function HeaderActions() {
  return (
    <>
      <Button
        component={Link}
        to="/servers?bin=true"
        variant="default"
        leftSection={<Icon name="trash" size={16} />}
      >
        {text('openBin')}
      </Button>
      <CreateButton />
    </>
  );
}

function CreateButton() {
  return (
    <Button component={Link} to="/serverCreate" leftSection={<Icon name="plus" size={16} />}>
      {text('create')}
    </Button>
  );
}

function NoServers() {
  return (
    <EmptyState
      icon="server"
      title={text('emptyTitle')}
      hint={text('emptyHint')}
      action={<CreateButton />}
    />
  );
}
