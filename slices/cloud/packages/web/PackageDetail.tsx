import { Button, Switch } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './packages.module.css';
import { text } from './text.ts';

export type PackageData = Answer<'getPackage'>;
const PackageConfig = lazy(() => import('./PackageConfig.tsx'));

const tabs = ['details', 'config'] as const;

const createPaths = {
  app: '/serverCreateApp',
  desktop: '/serverCreateDesktop',
  service: '/serverCreateService',
} as const;

export default function PackageDetail(): ReactNode {
  const { packageId = '', tab } = useScreenParams('/uploadService/$packageId/{-$tab}');
  const found = useCall('getPackage', { params: { packageId } }, { pollMs: 25_000 });
  const [isRemoving, setRemoving] = useState(false);
  const run = useRun();
  const go = useGo();
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
            await run(text('removed', { name: data.title }), async () => undefined);
            await go({ to: '/uploadService' });
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
    <div className={styles.package}>
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
        <Stack as="ul" className={styles.packageLines} gap={12}>
          {data.versions.map(({ version, digest, isWithdrawn, servers, createdAt, createdBy }) => (
            <Row
              as="li"
              align="center"
              justify="space-between"
              gap="4px 16px"
              childFlex="0 1 auto"
              wrap="anywhere"
              key={version}
            >
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
            </Row>
          ))}
        </Stack>
      </Section>
      <Section title={text('sites')}>
        <Stack as="ul" className={styles.packageLines} gap={12}>
          {data.sites.map(({ siteId, name, isEnabled }) => (
            <Row
              as="li"
              align="center"
              justify="space-between"
              gap="4px 16px"
              childFlex="0 1 auto"
              wrap="anywhere"
              key={siteId}
            >
              <bdi>{name}</bdi>
              <Switch
                aria-label={name}
                checked={isEnabled}
                onChange={(event) => void enable(siteId, event.currentTarget.checked)}
              />
            </Row>
          ))}
        </Stack>
      </Section>
    </div>
  );
}
