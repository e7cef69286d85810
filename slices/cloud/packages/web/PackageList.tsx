import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column, Filter } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';
import { Upload } from './Upload.tsx';

type Package = Answer<'listPackages'>['items'][number];
const kinds = ['app', 'desktop', 'service'] as const;
const kindFilter = (): Filter => ({
  key: 'kind',
  title: text('kind'),
  options: kinds.map((kind) => ({ value: kind, title: text(`kind.${kind}`) })),
});

export default function PackageList(): ReactNode {
  const { state, change } = useListState('packages', ['kind']);
  const packages = useCall(
    'listPackages',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [isUploading, setUploading] = useState(false);
  const upload = (
    <Button leftSection={<Icon name="upload" size={16} />} onClick={() => setUploading(true)}>
      {text('upload')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={upload} />
      <DataTable<Package>
        list="packages"
        label={text('title')}
        columns={columns()}
        answer={packages}
        state={state}
        onChange={change}
        nameOf={({ title }) => title}
        searchHint={text('searchHint')}
        filters={[kindFilter()]}
        empty={
          <EmptyState
            icon="box"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={upload}
          />
        }
      />
      {isUploading && <Upload onClose={() => setUploading(false)} />}
    </>
  );
}

const columns = (): Column<Package>[] => [
  {
    key: 'title',
    title: text('name'),
    sort: 'title',
    isName: true,
    cell: ({ id, title }) => (
      <Link className="link" to={`/uploadService/${id}`}>
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { key: 'kind', title: text('kind'), sort: 'kind', cell: ({ kind }) => text(`kind.${kind}`) },
  {
    key: 'version',
    title: text('version'),
    cell: ({ version }) => (version ? <bdi dir="ltr">{version}</bdi> : text('withdrawn')),
  },
  {
    key: 'servers',
    title: text('servers'),
    cell: ({ servers }) => <span className="number">{servers}</span>,
  },
  {
    key: 'site',
    title: text('site'),
    cell: ({ siteId, site }) => (siteId === null ? text('shipped') : <bdi>{site}</bdi>),
  },
  {
    key: 'offered',
    title: text('offeredHere'),
    cell: ({ isEnabled }) => (
      <Badge tone={isEnabled ? 'good' : 'neutral'}>{text(isEnabled ? 'yes' : 'no')}</Badge>
    ),
  },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
