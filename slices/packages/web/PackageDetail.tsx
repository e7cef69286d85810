import { Button, Switch } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { type Action, ActionButton } from '../../../web/ui/actions.tsx';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { UrlTabs } from '../../../web/ui/UrlTabs.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { Code, RelativeTime } from '../../../web/ui/values.tsx';
import './packages.css';
import { text } from './text.ts';

export type PackageData = Answer<'getPackage'>;
const PackageConfig = lazy(() => import('./PackageConfig.tsx'));

const tabs = ['details', 'config'] as const;
const invalidates = ['getPackage', 'listPackages', 'offeredPackages'] as const;
const createPaths = {
  app: '/serverCreateApp',
  desktop: '/serverCreateDesktop',
  service: '/serverCreateService',
} as const;

export default function PackageDetail() {
  const { packageId = '', tab } = useParams({ strict: false }) as {
    packageId?: string;
    tab?: string;
  };
  const found = useCall(
    'getPackage',
    { params: { packageId } },
    { topics: [`package:${packageId}`], pollMs: 25_000 },
  );
  const [isRemoving, setRemoving] = useState(false);
  const run = useRun();
  const navigate = useNavigate();
  const current = tabs.find((id) => id === tab?.toLowerCase()) ?? 'details';
  if (found.isError && !found.data)
    return (
      <NotLoaded
        query={found}
        title={text('title')}
        back={<BackLink to="/uploadService" title={text('back')} />}
        icon="box"
      />
    );
  if (!found.data) return <Skeleton count={8} />;
  const { data } = found;
  const remove: Action<PackageData> = {
    ...{ id: 'remove', title: text('remove'), icon: 'trash', isDangerous: true },
    reason: ({ actions }) => actions.remove,
    run: () => setRemoving(true),
  };
  return (
    <>
      <PageHeader
        back={<BackLink to="/uploadService" title={text('back')} />}
        title={<bdi>{data.title}</bdi>}
        detail={
          <>
            <span>{text(`kind.${data.kind}`)}</span>
            {data.version && <bdi dir="ltr">{data.version}</bdi>}
            {data.siteId === null ? <span>{text('shipped')}</span> : <bdi>{data.site}</bdi>}
          </>
        }
        actions={
          <>
            {data.isEnabled && data.version && (
              <Button
                size="xs"
                variant="default"
                component={Link}
                to={`${createPaths[data.kind]}?package=${data.code}`}
              >
                {text('try')}
              </Button>
            )}
            <ActionButton action={remove} row={data} />
          </>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map((id) => ({
          id,
          title: text(id),
          to: `/uploadService/${packageId}${id === 'details' ? '' : `/${id}`}`,
        }))}
      />
      {current === 'details' ? (
        <Details data={data} />
      ) : (
        <Suspense fallback={<Skeleton count={6} />}>
          <PackageConfig data={data} />
        </Suspense>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={text('removeTitle', { name: data.title })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deletePackage', { params: { packageId } });
            await run(text('removed', { name: data.title }), async () => undefined, [
              'listPackages',
              'offeredPackages',
            ]);
            await navigate({ to: '/uploadService' });
          }}
          onClose={() => setRemoving(false)}
        >
          {text('removeText')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Details({ data }: { data: PackageData }) {
  const run = useRun();
  const packageId = data.id;
  const change = (set: (to: boolean) => Promise<unknown>, to: boolean) =>
    run(
      text('changed'),
      () => set(to),
      invalidates,
      () => set(!to),
    );
  const withdraw = (version: string, isWithdrawn: boolean) =>
    change(
      (to) =>
        call('withdrawPackageVersion', {
          params: { packageId, version },
          body: { isWithdrawn: to },
        }),
      isWithdrawn,
    );
  const enable = (siteId: string, isEnabled: boolean) =>
    change(
      (to) => call('enablePackage', { params: { packageId, siteId }, body: { isEnabled: to } }),
      isEnabled,
    );
  return (
    <div className="package">
      <Section title={text('details')}>
        <KeyValue
          rows={[
            [text('description'), <bdi key="description">{data.description}</bdi>],
            [text('code'), <Code key="code">{data.code}</Code>],
            [text('kind'), text(`kind.${data.kind}`)],
            [text('servers'), `${data.servers}`],
            [text('created'), <RelativeTime key="created" at={data.createdAt} />],
          ]}
        />
      </Section>
      <Section title={text('versions')}>
        <ul className="package-lines">
          {data.versions.map(({ version, digest, isWithdrawn, servers, createdAt, createdBy }) => (
            <li key={version}>
              <span>
                <strong dir="ltr">{version}</strong>{' '}
                {isWithdrawn && <Badge tone="warning">{text('withdrawn')}</Badge>}
                <small>
                  <RelativeTime at={createdAt} /> <bdi>{createdBy}</bdi> · {text('servers')}{' '}
                  {servers}
                </small>
                <small>
                  {text('digest')} <bdi dir="ltr">{digest}</bdi>
                </small>
              </span>
              {data.siteId !== null && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void withdraw(version, !isWithdrawn)}
                >
                  {text(isWithdrawn ? 'restore' : 'withdraw')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text('sites')}>
        <ul className="package-lines">
          {data.sites.map(({ siteId, name, isEnabled }) => (
            <li key={siteId}>
              <bdi>{name}</bdi>
              <Switch
                aria-label={name}
                checked={isEnabled}
                onChange={(event) => void enable(siteId, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
