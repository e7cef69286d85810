import type { ReactNode } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { ListsHeader } from './parts.tsx';
import { text } from './text.ts';

type SiteRow = Answer<'listPriceListSites'>['items'][number];

/** Each site with the list that it sells with: its own, or that of a site above. */
export default function PriceListSites(): ReactNode {
  const { state, change } = useListState('pricelistSites');
  const sites = useCall(
    'listPriceListSites',
    { query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  return (
    <>
      <ListsHeader current="sites" />
      <DataTable<SiteRow>
        list="pricelistSites"
        label={text('tabSites')}
        columns={columns()}
        answer={sites}
        state={state}
        onChange={change}
        nameOf={(site) => site.siteName}
        searchHint={text('siteSearch')}
        empty={<EmptyState icon="world" title={text('noSites')} />}
      />
    </>
  );
}

const columns = (): Column<SiteRow>[] => [
  {
    key: 'site',
    title: text('site'),
    sort: 'site',
    isName: true,
    cell: (site) => <bdi>{site.siteName}</bdi>,
  },
  {
    key: 'source',
    title: text('sellsAt'),
    cell: ({ source, isOwn }) =>
      source === null ? (
        <span className="danger-text">{text('nobody')}</span>
      ) : (
        <Link className="link" to={`/pricelist/${source.id}`}>
          {isOwn ? text('ofItself') : text('ofSite', { site: source.siteName })}
        </Link>
      ),
  },
  {
    key: 'version',
    title: text('version'),
    align: 'end',
    cell: ({ source }) => source?.version ?? '–',
  },
  { key: 'currency', title: text('currency'), cell: ({ source }) => source?.currency ?? '–' },
  {
    key: 'make',
    title: text('newVersion'),
    cell: ({ id, isOwn }) => (
      <Link className="link" to="/pricelist/new" search={{ site: id }}>
        {text(isOwn ? 'newVersion' : 'makeOwn')}
      </Link>
    ),
  },
];
