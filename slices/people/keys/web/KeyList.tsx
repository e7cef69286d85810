import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
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
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { KeyState } from './KeyState.tsx';
import { text } from './text.ts';
import { useKeyActions } from './useKeyActions.tsx';

type Key = Answer<'listKeys'>['items'][number];

const CreateKey = lazy(() => import('./CreateKey.tsx'));

/** The access keys of the user, and those the user manages. */
export default function KeyList(): ReactNode {
  const { state, change } = useListState('keys');
  const keys = useCall('listKeys', { query: listQueryOf(state) }, { keepsPrevious: true });
  const options = useCall('keyOptions', {});
  const [isCreating, setCreating] = useState(false);
  const { actions, dialog } = useKeyActions();
  const reason = options.data?.create ?? null;
  const create = (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      {...(reason !== null
        ? { 'data-disabled': true, 'aria-disabled': true, 'data-hint': reason }
        : {})}
      onClick={() => reason === null && setCreating(true)}
    >
      {text('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <DataTable<Key>
        list="keys"
        label={text('title')}
        columns={columns()}
        answer={keys}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        rowActions={actions}
        empty={
          <EmptyState
            icon="key"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      {dialog}
      {isCreating && options.data && (
        <Suspense fallback={null}>
          <CreateKey types={options.data.types} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

const columns = (): Column<Key>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: ({ clientId, name, isTest }) => (
      <>
        <Link className="link" to={`/keys/${clientId}`}>
          <bdi>{name}</bdi>
        </Link>
        {isTest && (
          <Text as="span" ms={10} weight={400}>
            <Badge tone="neutral">{text('test')}</Badge>
          </Text>
        )}
      </>
    ),
  },
  { key: 'state', title: text('state'), cell: ({ state }) => <KeyState state={state} /> },
  {
    key: 'type',
    title: text('type'),
    sort: 'type',
    cell: ({ type, serverCount }) =>
      serverCount === null
        ? text(`type_${type}`)
        : `${text(`type_${type}`)} · ${text('boundCount', { count: serverCount })}`,
  },
  { key: 'clientId', title: text('clientId'), cell: ({ clientId }) => <Code>{clientId}</Code> },
  {
    key: 'lastUsed',
    title: text('lastUsed'),
    sort: 'lastUsed',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : text('never')),
  },
  {
    key: 'expires',
    title: text('expires'),
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : text('expiresNever')),
  },
  { key: 'owner', title: text('owner'), cell: ({ owner }) => <bdi>{owner}</bdi> },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    isShown: false,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
