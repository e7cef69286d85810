import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams, useScreenSearch } from '../../../../web/navigation.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { columns } from './columns.tsx';
import { fullName, type Image, kindName, kinds } from './image.tsx';
import { useImageActions } from './imageActions.tsx';
import { isOwnTab, kindOfTab, type Tab, tabs } from './tabs.ts';
import { text } from './text.ts';

const DatacenterSelect = lazy(() => import('./DatacenterSelect.tsx'));
const ImageDetails = lazy(async () => ({
  default: (await import('./ImageDetails.tsx')).ImageDetails,
}));
const Uploads = lazy(async () => ({ default: (await import('./upload/Uploads.tsx')).Uploads }));
const UploadDialog = lazy(() => import('./add/UploadDialog.tsx'));
const ImportDialog = lazy(() => import('./add/ImportDialog.tsx'));
const FromServerDialog = lazy(() => import('./add/FromServerDialog.tsx'));

/** Specification section 9: the disk image library refreshes every 5 s. */
const pollMs = 5_000;

interface Search {
  /** ID of the image whose details are open. */
  image?: string;
  /**
   * Opens the form that creates an image from a disk of this server, or from the given snapshot.
   */
  server?: string;
  snapshot?: string;
}

/** The disk image library: all images, or one kind in one datacenter. */
export default function ImageLibrary(): ReactNode {
  const { datacenter: code, tab } = useScreenParams('/hdlibrary', '/hdlibrary/$datacenter/{-$tab}');
  const datacenters = useCall('listDatacenters', {});
  const datacenterList = datacenters.data?.items ?? [];
  const selectedDatacenter =
    datacenterList.find((candidate) => candidate.code === code) ??
    (code === undefined ? undefined : datacenterList[0]);
  const current: Tab | 'all' =
    code === undefined
      ? 'all'
      : (tabs.find((candidate) => candidate === tab?.toLowerCase()) ?? 'system');
  const defaultPlace = selectedDatacenter?.code ?? datacenterList[0]?.code ?? '';
  const go = useGo();
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={<AddImage />} />
      {datacenterList.length > 1 && selectedDatacenter && (
        <Suspense fallback={null}>
          <DatacenterSelect
            datacenters={datacenterList}
            value={selectedDatacenter.code}
            onChange={(chosen) => void go({ to: `/hdlibrary/${chosen}/${current}` })}
          />
        </Suspense>
      )}
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={[
          { id: 'all', title: text('all'), to: '/hdlibrary' },
          ...(defaultPlace
            ? tabs.map(
                (id): UrlTab => ({
                  id,
                  title: text(`${id}Tab`),
                  to: `/hdlibrary/${defaultPlace}/${id}`,
                }),
              )
            : []),
        ]}
      />
      <Library
        key={`${selectedDatacenter?.id} ${current}`}
        tab={current}
        datacenterId={selectedDatacenter?.id}
      />
    </>
  );
}

function Library({ tab, datacenterId }: { tab: Tab | 'all'; datacenterId: string | undefined }) {
  const { state, change } = useListState('images', tab === 'all' ? ['kind'] : []);
  const kind = tab === 'all' ? undefined : kindOfTab[tab];
  const query = {
    ...listQueryOf(state),
    ...(kind && { kind }),
    ...(datacenterId && { datacenter: datacenterId }),
  };
  const images = useCall('listImages', { query }, { pollMs, keepsPrevious: true });
  const { image: openId, server, snapshot } = useScreenSearch();
  const go = useGo();
  const search = (next: Search) =>
    void go({ search: (previous: Search) => ({ ...previous, ...next }) });
  const { catalogue, own, dialog } = useImageActions(() => search({ image: undefined }));
  const rowActions = tab === 'all' ? [...catalogue, ...own] : isOwnTab(tab) ? own : catalogue;
  return (
    <>
      {images.data && images.data.unfinishedUploads > 0 && (
        <Suspense fallback={null}>
          <Uploads />
        </Suspense>
      )}
      <DataTable<Image>
        list="images"
        label={text('title')}
        columns={columns((image) => search({ image }))}
        answer={images}
        state={state}
        onChange={change}
        nameOf={fullName}
        searchHint={text('searchHint')}
        filters={
          tab === 'all'
            ? [
                {
                  key: 'kind',
                  title: text('kind'),
                  options: kinds.map((one) => ({ value: one, title: kindName(one) })),
                },
              ]
            : []
        }
        rowActions={rowActions}
        empty={
          <EmptyState
            icon="disk"
            title={text(tab === 'all' ? 'emptyTitle' : 'emptyTabTitle')}
            hint={text(emptyHintKey(tab))}
          />
        }
      />
      {openId && (
        <Suspense fallback={null}>
          <ImageDetails
            imageId={openId}
            actionsFor={(image) => (image.reach === 'catalogue' ? catalogue : own)}
            onOpen={(image) => search({ image })}
            isCovered={dialog !== null}
            onClose={() => search({ image: undefined })}
          />
        </Suspense>
      )}
      {server && (
        <Suspense fallback={null}>
          <FromServerDialog
            serverId={server}
            snapshotId={snapshot}
            onClose={() => search({ server: undefined, snapshot: undefined })}
          />
        </Suspense>
      )}
      {dialog}
    </>
  );
}

const emptyHintKey = (tab: Tab | 'all') =>
  tab === 'private' || tab === 'iso'
    ? 'emptyOwnHint'
    : tab === 'snapshots'
      ? 'emptySnapshotsHint'
      : tab === 'all'
        ? 'emptyHint'
        : 'emptyTabHint';

/** The ways to add a custom image. */
function AddImage() {
  const [source, setSource] = useState<'upload' | 'import' | 'server' | null>(null);
  const close = () => setSource(null);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="server" size={15} />}
        onClick={() => setSource('server')}
      >
        {text('fromServer')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="world" size={15} />}
        onClick={() => setSource('import')}
      >
        {text('fromAddress')}
      </Button>
      <Button
        size="xs"
        leftSection={<Icon name="upload" size={15} />}
        onClick={() => setSource('upload')}
      >
        {text('uploadImage')}
      </Button>
      <Suspense fallback={null}>
        {source === 'upload' && <UploadDialog versionOf={null} onClose={close} />}
        {source === 'import' && <ImportDialog onClose={close} />}
        {source === 'server' && <FromServerDialog onClose={close} />}
      </Suspense>
    </>
  );
}
