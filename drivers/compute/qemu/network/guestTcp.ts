import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectInNamespace } from '../bridge/relay.ts';
import type { QemuContext } from '../context.ts';
import { qemuError } from '../errors.ts';
import type { QmpClient } from '../process/qmp.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import type { NicState, ServerState } from '../state.ts';
import { forwardsFrom, netdevId } from './networks.ts';

const connectTimeoutMs = 10_000;

/**
 * A stream to a TCP port of the guest. Throws `wrongState` (off), `notFound` (no such interface),
 * `refused` (no address), `unavailable`.
 */
export async function openGuestTcp(
  context: QemuContext,
  state: ServerState,
  port: number,
  nicId: string | undefined,
): Promise<Duplex> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw qemuError('refused', `${port} is no TCP port (1 to 65535).`);
  const client = await monitorWhenRunning(context, state.id);
  if (!client)
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is off: start it to reach its port ${port}.`,
    );
  const nic = chooseNic(state, nicId);
  if (state.networkMode === 'bridge') {
    const found = connectInNamespace(
      context.bridges.namespaceOf(state, nic),
      nic.ipv4?.address ?? '',
      port,
      connectTimeoutMs,
    );
    return found.catch((cause: unknown) => {
      throw unanswered(state, port, cause);
    });
  }
  if (nic.segment && nic.segment.kind !== 'wan')
    throw qemuError(
      'unavailable',
      'Networks run in user mode here: the portal does not reach into private networks.',
    );
  const hostPort = await forwardTo(client, state, nic, port);
  return connected(() => connect(hostPort, '127.0.0.1'), state, port);
}

/**
 * The requested interface, or the first public one with an address, or the first one with an
 * address.
 */
function chooseNic(state: ServerState, nicId: string | undefined): NicState {
  const reachable = state.nics.filter(({ ipv4, connected }) => ipv4 && connected);
  if (nicId === undefined) {
    const nic = reachable.find(({ segment }) => !segment || segment.kind === 'wan') ?? reachable[0];
    if (!nic)
      throw qemuError(
        'refused',
        `The server "${state.name}" has no connected network card with an address.`,
      );
    return nic;
  }
  const nic = state.nics.find(({ id }) => id === nicId);
  if (!nic)
    throw qemuError('notFound', `The server "${state.name}" doesn't have this network interface.`);
  if (!reachable.includes(nic))
    throw qemuError(
      'refused',
      `This network interface of "${state.name}" isn't connected or doesn't have an address.`,
    );
  return nic;
}

/**
 * The host port that forwards to the guest's port. If there is none, one is opened on 127.0.0.1
 * until the server stops.
 */
async function forwardTo(
  client: QmpClient,
  state: ServerState,
  nic: NicState,
  guestPort: number,
): Promise<number> {
  const existingPort = await hostPortOf(client, state, nic, guestPort);
  if (existingPort !== undefined) return existingPort;
  const answer = await client.human(`hostfwd_add ${netdevId(nic)} tcp:127.0.0.1:0-:${guestPort}`);
  const opened = await hostPortOf(client, state, nic, guestPort);
  if (opened === undefined)
    throw qemuError(
      'unavailable',
      `No way to port ${guestPort} of "${state.name}" could be opened.`,
      answer,
    );
  return opened;
}

async function hostPortOf(
  client: QmpClient,
  state: ServerState,
  nic: NicState,
  guestPort: number,
): Promise<number | undefined> {
  const forwards = forwardsFrom(await client.human('info usernet'), state.nics).get(nic.id) ?? [];
  return forwards.find((forward) => forward.guestPort === guestPort)?.hostPort;
}

function connected(
  open: () => ReturnType<typeof connect>,
  state: ServerState,
  port: number,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = open();
    const fail = (cause: unknown) => {
      socket.destroy();
      reject(unanswered(state, port, cause));
    };
    socket.setTimeout(connectTimeoutMs, () =>
      fail(new Error(`no connection within ${connectTimeoutMs} ms`)),
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

const unanswered = (state: ServerState, port: number, cause: unknown) =>
  qemuError('unavailable', `Port ${port} of the server "${state.name}" does not answer.`, cause);
