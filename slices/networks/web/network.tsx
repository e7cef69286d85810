import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer, Operation } from '../../../web/client.ts';
import { UrlTabs } from '../../../web/ui/UrlTabs.tsx';
import { text } from './text.ts';
import './networks.css';

export type Network = Answer<'getNetwork'>;
export type Subnet = Network['subnets'][number];
export type Address = Answer<'listAddresses'>['items'][number];

/** What shows networks and is read again when one changes. */
export const invalidates: readonly Operation[] = [
  'listNetworks',
  'getNetwork',
  'listAddresses',
  'getNetworkOptions',
  'getTopology',
  'getAddressHistory',
];

export function useRefetch(operations: readonly Operation[] = invalidates) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
    );
}

export const networkPath = ({
  datacenterCode,
  id,
}: Pick<Network, 'datacenterCode' | 'id'>): string => `/networks/${datacenterCode}/${id}`;

/** The list, the map and the history of addresses are three views of the same. */
export function Views({ current }: { current: 'list' | 'map' | 'history' }) {
  const tabs = [
    { id: 'list', title: text('list'), to: '/networks' },
    { id: 'map', title: text('map'), to: '/networks/map' },
    { id: 'history', title: text('history'), to: '/networks/history' },
  ];
  return <UrlTabs label={text('views')} current={current} tabs={tabs} />;
}

export function NetworkLink({ network }: { network: Network }) {
  return (
    <Link className="link" to={networkPath(network)}>
      <bdi>{network.name}</bdi>
    </Link>
  );
}

/** How many addresses are free of how many, as a bar and in numbers. */
export function Usage({ used, free }: { used: number; free: number | null }) {
  if (free === null) return <span className="number">{used}</span>;
  const all = used + free;
  return (
    <span className="network-usage">
      <bdi className="number" dir="ltr">
        {used} / {all}
      </bdi>
      <span className="progress" aria-hidden="true">
        <span
          style={{
            inlineSize: `${all === 0 ? 0 : Math.max(used > 0 ? 1 : 0, (used / all) * 100)}%`,
          }}
        />
      </span>
    </span>
  );
}
