import { Fragment, type ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, formatDuration } from '../../../../web/ui/values/values.tsx';
import { Acceleration, EngineNotice, NetworkNotice, ProtectionNotice } from './engines.tsx';
import { CpuMeasure, type Host, MemoryMeasure, StorageMeasure } from './measures.tsx';
import { text } from './text.ts';

/** Polling interval in ms. Load changes constantly, and no event announces it. */
const refetchMs = 25_000;

export default function HostList(): ReactNode {
  const { state, change } = useListState('hosts');
  const hosts = useCall(
    'listHosts',
    { query: listQueryOf(state) },
    { alwaysMs: refetchMs, keepsPrevious: true },
  );
  const unavailable = hosts.data?.engines.filter((engine) => !engine.ready) ?? [];
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      {unavailable.map((engine) => (
        <EngineNotice key={engine.engine} {...engine} />
      ))}
      {hosts.data?.engines
        .filter((engine) => engine.ready)
        .map((engine) => (
          <Fragment key={engine.engine}>
            <NetworkNotice {...engine} />
            <ProtectionNotice {...engine} />
          </Fragment>
        ))}
      <DataTable<Host>
        list="hosts"
        label={text('title')}
        columns={columns()}
        answer={hosts}
        state={state}
        onChange={change}
        nameOf={(host) => host.name}
        searchHint={text('searchHint')}
        empty={<EmptyState icon="server-2" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
    </>
  );
}

const columns = (): Column<Host>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: (host) => (
      <Link className="link" to={`/hosts/${host.id}`}>
        <Code>{host.name}</Code>
      </Link>
    ),
  },
  {
    key: 'engine',
    title: text('engine'),
    cell: (host) => (
      <>
        {host.engine !== 'simulated' && `${text(host.engine)} `}
        <Acceleration value={host.acceleration} isShort />
      </>
    ),
  },
  { key: 'cpu', title: text('cpu'), sort: 'cpuLoad', cell: (host) => <CpuMeasure host={host} /> },
  {
    key: 'memory',
    title: text('memory'),
    sort: 'memoryFree',
    cell: (host) => <MemoryMeasure host={host} />,
  },
  {
    key: 'storage',
    title: text('storage'),
    sort: 'storageFree',
    cell: (host) => <StorageMeasure host={host} />,
  },
  {
    key: 'servers',
    title: text('servers'),
    sort: 'servers',
    align: 'end',
    cell: (host) => host.servers,
  },
  {
    key: 'datacenters',
    title: text('datacenters'),
    isShown: false,
    cell: (host) => <Code>{host.datacenters.join(', ')}</Code>,
  },
  {
    key: 'version',
    title: text('version'),
    isShown: false,
    cell: (host) => <Code>{host.version}</Code>,
  },
  {
    key: 'uptime',
    title: text('uptime'),
    isShown: false,
    cell: (host) => formatDuration(host.uptimeSeconds),
  },
];
