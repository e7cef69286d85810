import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { EmptyState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { type Action, ActionButton, ActionMenu } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { Addresses } from './Addresses.tsx';
import { type Network, networkPath, type Subnet, Usage } from './network.tsx';
import { text } from './text.ts';

const dialogs = () => import('./dialogs.tsx');
const ChangeNetwork = lazy(async () => ({ default: (await dialogs()).ChangeNetwork }));
const RemoveNetwork = lazy(async () => ({ default: (await dialogs()).RemoveNetwork }));
const AddSubnet = lazy(async () => ({ default: (await dialogs()).AddSubnet }));
const ChangeSubnet = lazy(async () => ({ default: (await dialogs()).ChangeSubnet }));
const RemoveSubnet = lazy(async () => ({ default: (await dialogs()).RemoveSubnet }));

type DialogState =
  | { about: 'change' | 'remove' | 'add' }
  | { about: 'updateSubnet' | 'removeSubnet'; subnet: Subnet };

/** A network with its subnets, or one of its subnets with its addresses. */
export default function NetworkDetail(): ReactNode {
  const { vlanId = '', subnetId } = useScreenParams('/networks/$datacenter/$vlanId/{-$subnetId}');
  // Prevents the deleted network from being loaded again.
  const [isDeleted, setDeleted] = useState(false);
  const network = useCall(
    'getNetwork',
    { params: { vlanId } },
    { pollMs: 25_000, isEnabled: !isDeleted },
  );
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const go = useGo();
  if (network.isError && !network.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={network}
        title={text('title')}
        back={<BackLink to="/networks" title={text('toNetworks')} />}
        icon="network"
        missing={missing}
      />
    );
  }
  if (!network.data) return <Skeleton count={8} />;
  const close = () => setDialog(null);
  const subnet = network.data.subnets.find(({ id }) => id === subnetId);
  return (
    <>
      {subnet ? (
        <SubnetScreen network={network.data} subnet={subnet} ask={setDialog} />
      ) : (
        <SubnetList network={network.data} ask={setDialog} />
      )}
      <Suspense>
        {dialog?.about === 'change' && <ChangeNetwork network={network.data} onClose={close} />}
        {dialog?.about === 'remove' && (
          <RemoveNetwork
            network={network.data}
            onClose={close}
            onRemoved={() => {
              setDeleted(true);
              void go({ to: '/networks' });
            }}
          />
        )}
        {dialog?.about === 'add' && <AddSubnet network={network.data} onClose={close} />}
        {dialog?.about === 'updateSubnet' && (
          <ChangeSubnet subnet={dialog.subnet} onClose={close} />
        )}
        {dialog?.about === 'removeSubnet' && (
          <RemoveSubnet
            subnet={dialog.subnet}
            onClose={close}
            onRemoved={() => void go({ to: networkPath(network.data) })}
          />
        )}
      </Suspense>
    </>
  );
}

type OpenDialog = (asking: DialogState) => void;

const verb = (
  about: 'change' | 'remove' | 'add',
  title: string,
  icon: IconName,
  reason: (network: Network) => string | null,
  openDialog: OpenDialog,
): Action<Network> => ({
  ...{ id: about, title, icon, reason, isDangerous: about === 'remove' },
  run: () => openDialog({ about }),
});

function SubnetList({ network, ask }: { network: Network; ask: OpenDialog }) {
  const { subnets } = network;
  return (
    <>
      <PageHeader
        title={<bdi>{network.name}</bdi>}
        back={<BackLink to="/networks" title={text('toNetworks')} />}
        detail={<NetworkDetails network={network} />}
        actions={
          <>
            <ActionButton
              action={verb(
                'add',
                text('addSubnet'),
                'plus',
                ({ actions }) => actions.addSubnet,
                ask,
              )}
              row={network}
              isPrimary
            />
            <ActionButton
              action={verb(
                'change',
                text('change'),
                'settings',
                ({ actions }) => actions.change,
                ask,
              )}
              row={network}
            />
            <ActionButton
              action={verb('remove', text('remove'), 'trash', ({ actions }) => actions.remove, ask)}
              row={network}
            />
          </>
        }
      />
      {network.note && <p className="soft">{network.note}</p>}
      {subnets.length === 0 && (
        <Section>
          <EmptyState icon="network" title={text('noSubnetTitle')} hint={text('noSubnetHint')} />
        </Section>
      )}
      {subnets.map((subnet) => (
        <Section
          key={subnet.id}
          title={
            <Link className="link" to={`${networkPath(network)}/${subnet.id}`}>
              <Code>{subnet.cidr}</Code>
            </Link>
          }
          actions={<ActionMenu actions={subnetActions(ask)} row={subnet} name={subnet.cidr} />}
        >
          <SubnetFacts subnet={subnet} />
        </Section>
      ))}
    </>
  );
}

const subnetActions = (openDialog: OpenDialog): Action<Subnet>[] => [
  {
    id: 'change',
    title: text('change'),
    icon: 'settings',
    reason: ({ actions }) => actions.change,
    run: ([subnet]) => subnet && openDialog({ about: 'updateSubnet', subnet }),
  },
  {
    id: 'remove',
    title: text('remove'),
    icon: 'trash',
    isDangerous: true,
    reason: ({ actions }) => actions.remove,
    run: ([subnet]) => subnet && openDialog({ about: 'removeSubnet', subnet }),
  },
];

function NetworkDetails({ network }: { network: Network }) {
  const details: readonly (readonly [string, ReactNode])[] = [
    ['kind', text(network.kind)],
    [
      'vlan',
      <bdi key="vlan" dir="ltr">
        VLAN {network.vlan}
      </bdi>,
    ],
    ['datacenter', <bdi key="datacenter">{network.datacenter}</bdi>],
    ['owner', network.isShared ? text('everybody') : <bdi key="owner">{network.owner}</bdi>],
    ['description', network.description],
  ];
  return details.map(([key, value]) => <span key={key}>{value}</span>);
}

function SubnetFacts({ subnet }: { subnet: Subnet }) {
  const { range, gateway, dns, dhcp, routes, free, used, reserved, description } = subnet;
  return (
    <KeyValue
      rows={[
        [text('range'), range && <bdi dir="ltr">{text('prefixRange', range)}</bdi>],
        [text('used'), <Usage key="used" used={used} free={free} />],
        [
          text('free'),
          free === null ? (
            text('countless')
          ) : (
            <span key="free" className="number">
              {free}
            </span>
          ),
        ],
        [
          text('reserved'),
          <span key="reserved" className="number">
            {reserved}
          </span>,
        ],
        [text('gateway'), gateway === null ? text('none') : <Code key="gateway">{gateway}</Code>],
        [text('dns'), dns.length === 0 ? text('none') : <Code key="dns">{dns.join(', ')}</Code>],
        [text('dhcp'), text(dhcp ? 'on' : 'off')],
        [
          text('routes'),
          routes.length === 0
            ? null
            : routes.map(({ to, via }) => (
                <div key={to}>
                  <Code>{`${to} via ${via}`}</Code>
                </div>
              )),
        ],
        [text('description'), description],
      ]}
    />
  );
}

function SubnetScreen({
  network,
  subnet,
  ask,
}: {
  network: Network;
  subnet: Subnet;
  ask: OpenDialog;
}) {
  return (
    <>
      <PageHeader
        title={<Code>{subnet.cidr}</Code>}
        back={
          <BackLink to={networkPath(network)} title={text('toNetwork', { name: network.name })} />
        }
        detail={<NetworkDetails network={network} />}
        actions={subnetActions(ask).map((action) => (
          <ActionButton key={action.id} action={action} row={subnet} />
        ))}
      />
      <Section>
        <SubnetFacts subnet={subnet} />
      </Section>
      <Addresses network={network} subnet={subnet} />
    </>
  );
}
