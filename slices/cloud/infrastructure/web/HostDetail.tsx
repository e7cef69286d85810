import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Code, formatDuration } from '../../../../web/ui/values/values.tsx';
import { Acceleration, EngineNotice } from './engines.tsx';
import { HostServers } from './HostServers.tsx';
import { CpuMeasure, type Host, MemoryMeasure, StorageMeasure } from './measures.tsx';
import { text } from './text.ts';

const refetchMs = 10_000;

export default function HostDetail(): ReactNode {
  const { hostId = '', tab } = useScreenParams('/hosts/$hostId/{-$tab}');
  const host = useCall('getHost', { params: { hostId } }, { alwaysMs: refetchMs });
  const backLink = <BackLink to="/hosts" title={text('toHosts')} />;
  if (host.isError && !host.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={host}
        title={<Code>{hostId}</Code>}
        back={backLink}
        icon="server-2"
        missing={missing}
      />
    );
  }
  if (!host.data) return <Skeleton count={8} />;
  const address = `/hosts/${encodeURIComponent(hostId)}` as const;
  const current = tab?.toLowerCase() === 'servers' ? 'servers' : 'details';
  return (
    <>
      <PageHeader
        title={<Code>{host.data.name}</Code>}
        back={backLink}
        detail={
          <>
            <span>{text(host.data.engine)}</span>
            <Acceleration value={host.data.acceleration} />
          </>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={[
          { id: 'details', title: text('tabDetails'), to: address },
          {
            id: 'servers',
            title: text('tabServers'),
            to: `${address}/servers`,
            hint: <span className="soft">{host.data.servers}</span>,
          },
        ]}
      />
      {current === 'details' ? <Details host={host.data} /> : <HostServers hostId={hostId} />}
    </>
  );
}

function Details({ host }: { host: Host }) {
  return (
    <>
      {host.problem && (
        <EngineNotice engine={host.engine} problem={host.problem} remedy={host.remedy} />
      )}
      <Section title={text('capacity')}>
        <KeyValue
          rows={[
            [text('cpu'), <CpuMeasure key="cpu" host={host} />],
            [text('memory'), <MemoryMeasure key="memory" host={host} />],
            [text('storage'), <StorageMeasure key="storage" host={host} />],
            [text('servers'), <span key="servers">{host.servers}</span>],
          ]}
        />
      </Section>
      <Section title={text('machine')}>
        <KeyValue
          rows={[
            [
              text('state'),
              <Badge key="state" tone={host.problem ? 'bad' : 'good'}>
                {text(host.problem ? 'problem' : 'ready')}
              </Badge>,
            ],
            [text('engine'), text(host.engine)],
            [text('acceleration'), <Acceleration key="acceleration" value={host.acceleration} />],
            [text('version'), <Code key="version">{host.version}</Code>],
            [text('processor'), <Code key="processor">{host.cpu.model}</Code>],
            [text('cores'), host.cpu.cores],
            [text('storagePath'), <Code key="path">{host.storageGb.path}</Code>],
            [
              text('datacenters'),
              host.datacenters.length === 0 ? null : (
                <Code key="datacenters">{host.datacenters.join(', ')}</Code>
              ),
            ],
            [text('uptime'), formatDuration(host.uptimeSeconds)],
          ]}
        />
      </Section>
    </>
  );
}
