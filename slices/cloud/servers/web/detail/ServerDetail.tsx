import { ActionIcon, Button } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { dismissAbout } from '../../../../../web/data/toasts.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../../web/navigation.ts';
import { serverTabs } from '../../../../../web/parts/serverParts.ts';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { ActionButton, ActionMenu } from '../../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { Code, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { useServerActions } from '../actions.tsx';
import { GeneratedPassword } from '../GeneratedPassword.tsx';
import { accelerationText, State } from './State.tsx';
import { text } from './text.ts';

export type ServerData = Answer<'getServer'>;
export interface TabProps {
  server: ServerData;
}

/** The tabs that the specification defines for servers, each loaded as a separate chunk. */
const tabs = {
  overview: lazy(() => import('./Overview.tsx')),
  info: lazy(() => import('./Info.tsx')),
  connect: serverTabs.connect,
  snapshot: lazy(() => import('./snapshots/Snapshots.tsx')),
  backup: serverTabs.backup,
  schedule: serverTabs.schedule,
  networks: lazy(() => import('./Networks.tsx')),
  firewall: serverTabs.firewall,
  configure: lazy(() => import('./Configure.tsx')),
  reports: serverTabs.reports,
  statistics: serverTabs.statistics,
  history: lazy(() => import('./History.tsx')),
  servicelet: serverTabs.servicelet,
} satisfies Record<string, ComponentType<TabProps>>;
type TabId = keyof typeof tabs;
const tabIds = Object.keys(tabs) as TabId[];

/** The screen of one server: its state, actions and tabs. */
export default function ServerDetail(): ReactNode {
  const { serverId = '', tab } = useScreenParams('/servers/$serverId/{-$tab}');
  const server = useCall('getServer', { params: { serverId } }, { pollMs: 25_000 });
  const isCreated = server.data !== undefined && server.data.status !== 'creating';
  useEffect(() => {
    if (isCreated) dismissAbout(`made:${serverId}`);
  }, [isCreated, serverId]);
  const current: TabId = tabIds.find((id) => id === tab?.toLowerCase()) ?? 'overview';
  if (server.isError && !server.data)
    return (
      <NotLoaded
        query={server}
        title={<Code>{serverId}</Code>}
        back={<BackLink to="/servers" title={text('back')} />}
        icon="server"
      />
    );
  if (!server.data) return <Skeleton count={8} />;
  const Tab = tabs[current];
  return (
    <>
      <ServerHeader server={server.data} />
      <GeneratedPassword serverId={serverId} />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabIds.map((id) => ({
          id,
          title: text(id),
          to: `/servers/${serverId}${id === 'overview' ? '' : `/${id}`}`,
        }))}
      />
      <Suspense fallback={<Skeleton count={6} />}>
        <Tab server={server.data} />
      </Suspense>
    </>
  );
}

function ServerHeader({ server }: TabProps) {
  const { actions, dialog } = useServerActions();
  const [isRenaming, setRenaming] = useState(false);
  const isInTrash = server.status === 'bin';
  const power = [
    actions.start,
    actions.stop,
    actions.reboot,
    server.power === 'suspended' ? actions.resume : actions.suspend,
  ];
  return (
    <>
      <PageHeader
        back={<BackLink to="/servers" title={text('back')} />}
        title={
          isRenaming ? (
            <Rename server={server} onDone={() => setRenaming(false)} />
          ) : (
            <>
              <bdi>{server.name}</bdi>{' '}
              {server.obstacles.rename === undefined && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  onClick={() => setRenaming(true)}
                >
                  {text('rename')}
                </Button>
              )}
            </>
          )
        }
        detail={
          <>
            <State server={server} />
            {server.description && <bdi>{server.description}</bdi>}
            <span>{server.datacenter}</span>
            {accelerationText(server) !== server.datacenter && (
              <span>{accelerationText(server)}</span>
            )}
            {server.ips[0] && <bdi dir="ltr">{server.ips[0]}</bdi>}
          </>
        }
        actions={
          <>
            {(isInTrash ? [actions.restore, actions.purge] : power).map((action) => (
              <ActionButton key={action.id} action={action} row={server} />
            ))}
            {!isInTrash && (
              <ActionMenu
                actions={[
                  actions.resize,
                  actions.snapshot,
                  actions.clone,
                  server.lock ? actions.unlock : actions.lock,
                  actions.transfer,
                  actions.terminate,
                ]}
                row={server}
                name={server.name}
              />
            )}
          </>
        }
      />
      {server.task && (
        <div className="notice" role="status">
          <Stack data-part="detail-task" flex={1} gap={6}>
            {server.task.title}
            <div
              className="progress"
              role="progressbar"
              aria-label={server.task.title}
              aria-valuenow={server.task.progress}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <span style={{ inlineSize: `${server.task.progress}%` }} />
            </div>
          </Stack>
        </div>
      )}
      {server.lock && (
        <div className="notice">
          <Icon name="lock" />
          <span>
            {text('lockedBy', { name: server.lock.by })} <RelativeTime at={server.lock.since} />
            {server.lock.reason && <>: {server.lock.reason}</>}
          </span>
        </div>
      )}
      {server.problem && (
        <div className="notice notice-problem">
          <Icon name="alert" />
          <span>{server.problem}</span>
        </div>
      )}
      {server.binUntil && (
        <div className="notice notice-warning">
          <Icon name="trash" />
          <span>
            {text('inBin')} <RelativeTime at={server.binUntil} />
          </span>
        </div>
      )}
      {dialog}
    </>
  );
}

function Rename({ server, onDone }: TabProps & { onDone(): void }) {
  const [name, setName] = useState(server.name);
  const run = useRun();
  const save = async () => {
    if (
      name === server.name ||
      (await run(text('saved'), () =>
        call('renameServer', { params: { serverId: server.id }, body: { name } }),
      ))
    )
      onDone();
  };
  return (
    <Row
      as="form"
      align="end"
      gap="8px 12px"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PrintedInput
        aria-label={text('newName')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        dir="ltr"
        data-autofocus
      />
      <ActionIcon type="submit" size="lg" aria-label={text('saved')}>
        <Icon name="check" />
      </ActionIcon>
    </Row>
  );
}
