import type { Answer } from '../../../../web/client.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { text } from './text.ts';

export type Network = Answer<'getNetwork'>;
export type Subnet = Network['subnets'][number];
export type Address = Answer<'listAddresses'>['items'][number];

export const networkPath = ({ datacenterCode, id }: Pick<Network, 'datacenterCode' | 'id'>) =>
  `/networks/${datacenterCode}/${id}` as const;

/** Switches between the list, the map and the address history. */
export function Views({ current }: { current: 'list' | 'map' | 'history' }) {
  const tabs: UrlTab[] = [
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

/** The number of free addresses out of the total, as a bar and in numbers. */
export function Usage({ used, free }: { used: number; free: number | null }) {
  if (free === null) return <span className="number">{used}</span>;
  const all = used + free;
  return (
    <Stack as="span" isInline gap={3} minWidth={96}>
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
    </Stack>
  );
}
