import type { Column } from '../../../../../web/table/columns.ts';
import { formatGb, formatMb, Money, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import type { Server } from '../commands.ts';
import { text } from '../text.ts';
import { Addresses, Load, ServerName, StateCell } from './cells.tsx';
import styles from './list.module.css';

const none = <span className="soft">–</span>;

const name: Column<Server> = {
  key: 'name',
  title: text('name'),
  sort: 'name',
  isName: true,
  cell: (server) => <ServerName server={server} />,
};
const addresses: Column<Server> = {
  key: 'addresses',
  title: text('addresses'),
  cell: (server) => <Addresses server={server} />,
};
const datacenter: Column<Server> = {
  key: 'datacenter',
  title: text('datacenter'),
  sort: 'datacenter',
  cell: (server) => <bdi>{server.datacenter}</bdi>,
};
const size: Column<Server> = {
  key: 'size',
  title: text('size'),
  sort: 'cores',
  cell: ({ cpuType, cores, ramMb, diskGb }) => (
    <>
      <bdi className={styles.size} dir="ltr">
        {cpuType}
        {cores} · {formatMb(ramMb)}
      </bdi>
      <span className={styles.line}>
        <bdi dir="ltr">{formatGb(diskGb)}</bdi>
      </span>
    </>
  ),
};
const cost: Column<Server> = {
  key: 'cost',
  title: text('cost'),
  align: 'end',
  cell: (server) =>
    server.cost ? <Money amount={server.cost.amount} currency={server.cost.currency} /> : none,
};
const ram: Column<Server> = {
  key: 'ram',
  title: text('ram'),
  sort: 'ram',
  align: 'end',
  isShown: false,
  cell: (server) => <bdi dir="ltr">{formatMb(server.ramMb)}</bdi>,
};
const owner: Column<Server> = {
  key: 'owner',
  title: text('owner'),
  isShown: false,
  cell: (server) => <bdi>{server.owner}</bdi>,
};
const tags: Column<Server> = {
  key: 'tags',
  title: text('tags'),
  isShown: false,
  cell: (server) => (server.tags.length > 0 ? <bdi>{server.tags.join(', ')}</bdi> : none),
};
const billing: Column<Server> = {
  key: 'billing',
  title: text('billing'),
  isShown: false,
  cell: (server) => text(server.billingMode),
};
const created: Column<Server> = {
  key: 'created',
  title: text('created'),
  sort: 'created',
  isShown: false,
  cell: (server) => (
    <span className={styles.when}>
      <RelativeTime at={server.createdAt} />
    </span>
  ),
};

export const serverColumns = (): readonly Column<Server>[] => [
  name,
  {
    key: 'state',
    title: text('state'),
    sort: 'power',
    cell: (server) => <StateCell server={server} />,
  },
  {
    key: 'cpu',
    title: text('cpu'),
    sort: 'cpuLoad',
    cell: ({ cpuPercent }) =>
      cpuPercent === null ? none : <Load percent={cpuPercent}>{Math.round(cpuPercent)}%</Load>,
  },
  {
    key: 'memory',
    title: text('memory'),
    sort: 'memory',
    cell: ({ memoryUsedMb, ramMb }) =>
      memoryUsedMb === null ? (
        none
      ) : (
        <Load percent={(memoryUsedMb / ramMb) * 100}>{formatMb(Math.round(memoryUsedMb))}</Load>
      ),
  },
  ...[addresses, datacenter, size, cost, created, ram, tags, billing, owner],
];

export const trashColumns = (): readonly Column<Server>[] => [
  name,
  {
    key: 'timeLeft',
    title: text('timeLeft'),
    cell: ({ binUntil }) => (binUntil === null ? none : <RelativeTime at={binUntil} />),
  },
  ...[addresses, datacenter, size, cost, created, tags, owner],
];
