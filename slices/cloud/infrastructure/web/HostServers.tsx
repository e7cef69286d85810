import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Code, formatGb, formatMb } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type HostServer = Answer<'listHostServers'>['items'][number];

const pollMs = 25_000;
const powerTones: Record<HostServer['power'], Tone> = {
  on: 'good',
  off: 'neutral',
  suspended: 'warning',
  crashed: 'bad',
};

/** The servers that a host's engine runs, including those unknown to the portal. */
export function HostServers({ hostId }: { hostId: string }) {
  const { state, change } = useListState('hostServers');
  const servers = useCall(
    'listHostServers',
    { params: { hostId }, query: listQueryOf(state) },
    { pollMs, keepsPrevious: true },
  );
  return (
    <DataTable<HostServer>
      list="hostServers"
      label={text('servers')}
      columns={columns()}
      answer={servers}
      state={state}
      onChange={change}
      nameOf={(server) => server.name ?? server.id}
      searchHint={text('serverSearch')}
      empty={
        <EmptyState icon="server" title={text('noServersTitle')} hint={text('noServersHint')} />
      }
    />
  );
}

const columns = (): Column<HostServer>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: (server) =>
      server.name === null ? (
        <>
          <Code>{server.id}</Code> <Badge tone="warning">{text('unknownServer')}</Badge>
        </>
      ) : (
        <Link className="link" to={`/servers/${server.id}`}>
          <bdi>{server.name}</bdi>
        </Link>
      ),
  },
  {
    key: 'power',
    title: text('power'),
    sort: 'power',
    cell: (server) => (
      <>
        <Badge tone={powerTones[server.power]}>{text(server.power)}</Badge>
        {server.problem && <div className="danger-text">{server.problem}</div>}
      </>
    ),
  },
  {
    key: 'cores',
    title: text('cores'),
    sort: 'cores',
    align: 'end',
    cell: (server) => server.cores,
  },
  {
    key: 'ram',
    title: text('ram'),
    sort: 'ram',
    align: 'end',
    cell: (server) => formatMb(server.ramMb),
  },
  {
    key: 'disks',
    title: text('disks'),
    cell: (server) => text('disksOf', { count: server.disks, size: formatGb(server.diskGb) }),
  },
  { key: 'nics', title: text('nics'), align: 'end', cell: (server) => server.nics },
  {
    key: 'snapshots',
    title: text('snapshots'),
    align: 'end',
    isShown: false,
    cell: (server) => server.snapshots,
  },
];
