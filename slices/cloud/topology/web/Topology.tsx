import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenSearch } from '../../../../web/navigation.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import type { Network, Server } from './layout.ts';
import { NetworkMap } from './NetworkMap.tsx';
import { text } from './text.ts';
import '../../../../web/table/table.css';

const ConnectServer = lazy(() => import('./ConnectServer.tsx'));

/** The live map of networks and servers. */
export default function Topology(): ReactNode {
  const { filter = '' } = useScreenSearch();
  const go = useGo();
  const [typed, setTyped] = useState(filter);
  const deferredFilter = useDeferredValue(typed.trim());
  const query = deferredFilter === '' ? {} : { filter: deferredFilter };
  const topology = useCall('getTopology', { query }, { pollMs: 25_000, keepsPrevious: true });
  const [connecting, setConnecting] = useState<{ server: Server; network: Network | null } | null>(
    null,
  );
  const { data } = topology;
  const isEmpty = data !== undefined && data.servers.length === 0 && data.networks.length === 0;
  const openFilteredMap = () =>
    void go({
      to: '/networks/map',
      search: { filter: deferredFilter },
      replace: true,
    });
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      <UrlTabs
        label={text('views')}
        current="map"
        tabs={[
          { id: 'list', title: text('list'), to: '/networks' },
          { id: 'map', title: text('map'), to: '/networks/map' },
          { id: 'history', title: text('history'), to: '/networks/history' },
        ]}
      />
      <Section isFlush>
        <div className="table-tools">
          <span className="table-search">
            <Icon name="search" size={15} />
            <input
              type="search"
              placeholder={text('search')}
              aria-label={text('search')}
              value={typed}
              onBlur={openFilteredMap}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </span>
        </div>
        {topology.isError && !data && (
          <ErrorState error={topology.error} onRetry={() => void topology.refetch()} />
        )}
        {topology.isPending && (
          <div className="section-body">
            <Skeleton count={8} />
          </div>
        )}
        {isEmpty && (
          <EmptyState
            icon="network"
            title={text(deferredFilter === '' ? 'emptyTitle' : 'noMatchTitle')}
            hint={text(deferredFilter === '' ? 'emptyHint' : 'noMatchHint')}
          />
        )}
        {data && !isEmpty && (
          <NetworkMap
            topology={data}
            onConnect={(server, network) => setConnecting({ server, network })}
          />
        )}
        {data && data.moreNetworks + data.moreServers > 0 && (
          <p className="section-body soft">
            {text('more', { networks: data.moreNetworks, servers: data.moreServers })}
          </p>
        )}
      </Section>
      {connecting && data && (
        <Suspense>
          <ConnectServer
            {...connecting}
            networks={data.networks}
            onClose={() => setConnecting(null)}
          />
        </Suspense>
      )}
    </>
  );
}
