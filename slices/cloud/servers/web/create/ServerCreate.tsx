import { type ReactNode, useState } from 'react';
import { useCall } from '../../../../../web/data/useCall.ts';
import {
  useScreenParams,
  useScreenPattern,
  useScreenSearch,
} from '../../../../../web/navigation.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { CreateForm } from './CreateForm.tsx';
import { kindAt, type PackageKind, withApp } from './form/application.ts';
import { openCloneForm, openForm } from './form/form.ts';
import { newPassword } from './form/password.ts';
import { text } from './text.ts';

/**
 * Creates servers from an image in any size. With a server in the URL, creates a copy of it or of
 * its `snapshot`.
 */
export default function ServerCreate(): ReactNode {
  const { serverId } = useScreenParams(
    '/serverCreate/{-$serverId}',
    '/serverCreateApp',
    '/serverCreateDesktop',
    '/serverCreateService',
  );
  const { snapshot } = useScreenSearch();
  const kind = kindAt(useScreenPattern());
  if (kind) return <WithApplication key={kind} kind={kind} />;
  if (serverId === undefined) return <FromImage key="new" />;
  return (
    <Copy key={serverId} serverId={serverId} {...(snapshot ? { snapshotId: snapshot } : {})} />
  );
}

const backLink = <BackLink to="/servers" title={text('back')} />;

const useOptions = () => useCall('getCreateOptions', {}, { pollMs: 25_000 });

function FromImage() {
  const [password] = useState(newPassword);
  const options = useOptions();
  const { data } = options;
  const initialForm = data && openForm(data, password);
  return (
    <>
      <PageHeader title={text('title')} back={backLink} />
      {options.isError && !data && (
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
      )}
      {options.isPending && <Skeleton count={9} />}
      {data && initialForm && <CreateForm opened={initialForm} options={data} copied={null} />}
      {data && initialForm === null && (
        <EmptyState icon="server" title={text('noPlaceTitle')} hint={text('noPlaceHint')} />
      )}
    </>
  );
}

const kindTitles = {
  app: 'titleApp',
  desktop: 'titleDesktop',
  service: 'titleService',
} as const satisfies Record<PackageKind, string>;

/** The create form with an app. `?package=` preselects one. */
function WithApplication({ kind }: { kind: PackageKind }) {
  const [password] = useState(newPassword);
  const { package: packageId } = useScreenSearch();
  const options = useOptions();
  const packages = useCall('offeredPackages', { query: { kind } });
  const failed = [options, packages].find(({ isError, data }) => isError && !data);
  const items = packages.data?.items;
  const chosen = items?.find(({ code }) => code === packageId) ?? items?.[0];
  const plain = options.data && openForm(options.data, password);
  return (
    <>
      <PageHeader
        title={text(kindTitles[kind])}
        detail={text('applicationDetail')}
        back={backLink}
      />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!options.data || !items) && <Skeleton count={9} />}
      {options.data && items && plain && chosen && (
        <CreateForm
          opened={withApp(plain, chosen, options.data)}
          options={options.data}
          copied={null}
          packages={items}
        />
      )}
      {options.data && plain === null && (
        <EmptyState icon="server" title={text('noPlaceTitle')} hint={text('noPlaceHint')} />
      )}
      {items?.length === 0 && (
        <EmptyState icon="box" title={text('noPackagesTitle')} hint={text('noPackagesHint')} />
      )}
    </>
  );
}

function Copy({ serverId, snapshotId }: { serverId: string; snapshotId?: string }) {
  const [password] = useState(newPassword);
  const options = useOptions();
  const clone = useCall(
    'getCloneOptions',
    { params: { serverId }, query: snapshotId ? { snapshot: snapshotId } : {} },
    { pollMs: 25_000 },
  );
  const failed = [options, clone].find(({ isError, data }) => isError && !data);
  const isLoaded = options.data !== undefined && clone.data !== undefined;
  return (
    <>
      <PageHeader
        title={clone.data ? text('cloneTitle', { name: clone.data.name }) : text('title')}
        detail={text(snapshotId ? 'cloneSnapshotDetail' : 'cloneDetail')}
        back={backLink}
      />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isLoaded && <Skeleton count={9} />}
      {isLoaded && (
        <CreateForm
          opened={openCloneForm({ serverId, snapshotId: snapshotId ?? null }, clone.data, password)}
          options={options.data}
          copied={{ name: clone.data.name, problem: clone.data.problem }}
        />
      )}
    </>
  );
}
