import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { ListsHeader, StateBadge, states, ValidFrom } from './parts.tsx';
import { text } from './text.ts';

type Version = Answer<'listPriceLists'>['items'][number];

/** Every version of every price list of the sites in the user's scope. */
export default function PriceLists(): ReactNode {
  const { state, change } = useListState('pricelists', ['state']);
  const lists = useCall(
    'listPriceLists',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  return (
    <>
      <ListsHeader current="versions" />
      <DataTable<Version>
        list="pricelists"
        label={text('title')}
        columns={columns()}
        answer={lists}
        state={state}
        onChange={change}
        nameOf={nameOf}
        searchHint={text('searchHint')}
        filters={[
          {
            key: 'state',
            title: text('state'),
            options: states.map((value) => ({ value, title: text(value) })),
          },
        ]}
        empty={
          <EmptyState
            icon="receipt"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={
              <Button
                component={Link}
                to="/pricelist/new"
                leftSection={<Icon name="plus" size={16} />}
              >
                {text('newVersion')}
              </Button>
            }
          />
        }
      />
    </>
  );
}

const nameOf = (version: Version): string =>
  version.name === '' ? version.siteName : `${version.siteName} · ${version.name}`;

const columns = (): Column<Version>[] => [
  {
    key: 'list',
    title: text('list'),
    sort: 'site',
    isName: true,
    cell: (version) => (
      <Link className="link" to={`/pricelist/${version.id}`}>
        <bdi>{version.siteName}</bdi>{' '}
        <span className="soft">
          {version.name === '' ? text('ownList') : <bdi>{version.name}</bdi>}
        </span>
      </Link>
    ),
  },
  {
    key: 'version',
    title: text('version'),
    sort: 'version',
    align: 'end',
    cell: (version) => version.version,
  },
  { key: 'state', title: text('state'), cell: (version) => <StateBadge state={version.state} /> },
  { key: 'currency', title: text('currency'), cell: (version) => <bdi>{version.currency}</bdi> },
  {
    key: 'validFrom',
    title: text('validFrom'),
    sort: 'validFrom',
    cell: ({ validFrom }) => <ValidFrom at={validFrom} />,
  },
  { key: 'items', title: text('items'), align: 'end', cell: (version) => version.itemCount },
  {
    key: 'createdBy',
    title: text('createdBy'),
    cell: ({ createdBy }) => (createdBy === null ? '–' : <bdi dir="ltr">{createdBy}</bdi>),
  },
];
