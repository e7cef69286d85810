import { lazy, Suspense, useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../../web/ui/menu/actions.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { unavailableReason } from '../unavailableReason.ts';
import { waitForTask } from '../waitForTask.ts';
import { ChangeCost } from './ChangeCost.tsx';
import styles from './detail.module.css';
import { needsExplanation } from './guestNetworkConfig.ts';

import type { ServerData, TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

type Nic = ServerData['nics'][number];
type NicAddress = Nic['addresses'][number];

const PlugDialog = lazy(async () => ({ default: (await import('./PlugDialog.tsx')).PlugDialog }));

const GuestSetup = lazy(() => import('./GuestSetup.tsx'));

/** The network interfaces as the engine currently reports them. */
export default function Networks({ server }: TabProps) {
  const [removing, setRemoving] = useState<Nic | null>(null);
  const [connectDialog, setConnectDialog] = useState<{ nic: Nic | null } | null>(null);
  const run = useRun();
  const params = (nic: Nic) => ({ serverId: server.id, nicId: nic.id });
  const plug = (nic: Nic, connected: boolean) => {
    const set = (isConnected: boolean) =>
      call('connectServerNic', { params: params(nic), body: { connected: isConnected } });
    void run(
      text('asked'),
      () => set(connected),
      async ({ cmdId }) => {
        await waitForTask(cmdId);
        await set(!connected);
      },
    );
  };
  const remove: Action<Nic> = {
    id: 'remove',
    title: text('remove'),
    icon: 'trash',
    isDangerous: true,
    reason: (nic) => nic.actions.remove,
    run: ([nic]) => setRemoving(nic ?? null),
  };
  const connect: Action<Nic> = {
    id: 'connect',
    title: text('connectNic'),
    icon: 'network',
    reason: (nic) => nic.actions.connect,
    run: ([nic]) => nic && plug(nic, true),
  };
  const disconnect: Action<Nic> = {
    id: 'disconnect',
    title: text('disconnectNic'),
    icon: 'circle-x',
    reason: (nic) => nic.actions.disconnect,
    run: ([nic]) => nic && plug(nic, false),
  };
  const move: Action<Nic> = {
    id: 'move',
    title: text('moveNic'),
    icon: 'refresh',
    reason: (nic) => nic.actions.move,
    run: ([nic]) => nic && setConnectDialog({ nic }),
  };
  const addAction: Action<ServerData> = {
    id: 'add',
    title: text('addNic'),
    icon: 'plus',
    reason: (row) => unavailableReason('addNic', row),
    run: () => setConnectDialog({ nic: null }),
  };
  return (
    <>
      <div className="page-actions">
        <ActionButton action={addAction} row={server} isPrimary />
      </div>
      {server.nics.map((nic) => (
        <Section
          key={nic.id}
          title={<bdi dir="ltr">{nic.address}</bdi>}
          actions={
            <>
              <ActionButton action={nic.isConnected ? disconnect : connect} row={nic} />
              <ActionButton action={move} row={nic} />
              <ActionButton action={remove} row={nic} />
            </>
          }
        >
          <KeyValue
            rows={[
              [text('network'), <NicNetwork key="network" nic={nic} />],
              [text('mac'), <Copyable key="mac" value={nic.mac} />],
              [text('connected'), text(nic.isConnected ? 'yes' : 'no')],
            ]}
          />
          {nic.addresses.map((address) => (
            <AddressDetails key={address.address} address={address} />
          ))}
          {needsExplanation(nic) && <GuestSetupLink nic={nic} />}
          {nic.forwards.map(({ guestPort, host, hostPort }) => (
            <p key={guestPort} className="soft">
              {text('forward', {
                address: leftToRight(`${host}:${hostPort}`),
                guest: String(guestPort),
              })}
            </p>
          ))}
        </Section>
      ))}
      {connectDialog && (
        <Suspense>
          <PlugDialog
            server={server}
            nic={connectDialog.nic}
            onClose={() => setConnectDialog(null)}
          />
        </Suspense>
      )}
      {removing && (
        <ConfirmDialog
          title={text('removeNicTitle', { name: removing.address })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () =>
            void (await run(text('asked'), () =>
              call('deleteServerNic', { params: params(removing) }),
            ))
          }
          onClose={() => setRemoving(null)}
        >
          <div className="dialog">
            <p>{text('removeNicText')}</p>
            <ChangeCost server={server} change={{ action: 'removeNic', nicId: removing.id }} />
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}

function NicNetwork({ nic: { networkName, kind, vlan } }: { nic: Nic }) {
  return (
    <>
      <bdi>{networkName}</bdi>{' '}
      <bdi dir="ltr" className="soft">
        {kind} · VLAN {vlan}
      </bdi>
    </>
  );
}

/** Manual guest configuration for settings that the network doesn't supply. */
function GuestSetupLink({ nic }: { nic: Nic }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.guestDetails}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{text('inGuest')}</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton count={4} />}>
          <GuestSetup card={nic} />
        </Suspense>
      )}
    </details>
  );
}

function AddressDetails({ address }: { address: NicAddress }) {
  const { gateway, dns, routes, dhcp, reverseName } = address;
  return (
    <KeyValue
      rows={[
        [
          text('address'),
          <Copyable key="address" value={`${address.address}/${address.prefix}`} />,
        ],
        [
          text('gateway'),
          gateway === null ? text('noGateway') : <Code key="gateway">{gateway}</Code>,
        ],
        [text('dns'), dns.length === 0 ? null : <Code key="dns">{dns.join(', ')}</Code>],
        [
          text('staticRoutes'),
          routes.length === 0 ? null : (
            <Code key="routes">{routes.map(({ to, via }) => `${to} via ${via}`).join(', ')}</Code>
          ),
        ],
        [text('howTold'), text(dhcp ? 'byDhcp' : 'bySeed')],
        [text('reverseName'), reverseName && <Code key="name">{reverseName}</Code>],
      ]}
    />
  );
}

function Copyable({ value }: { value: string }) {
  return (
    <Row as="span" isInline isNowrap align="center" gap={4} maxWidth="100%" wrap="anywhere">
      <Code>{value}</Code>
      <CopyButton value={value} label={value} />
    </Row>
  );
}
