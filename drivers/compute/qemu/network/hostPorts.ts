import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { ServerState } from '../state.ts';

/** Discards stored host ports that other programs now use. QEMU then picks free ones. */
export async function assignHostPorts(state: ServerState): Promise<void> {
  for (const nic of state.nics) {
    const stillFree = await Promise.all(nic.forwards.map(({ hostPort }) => isFree(hostPort)));
    nic.forwards = nic.forwards.filter((_, index) => stillFree[index]);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Below the ephemeral port range (32768 and up). */
const firstPort = 20_000;
const portCount = 12_000;

/**
 * Assigns a host port to every forwarded port, and keeps the stored one if it is still available.
 */
export async function chooseForwards(
  state: ServerState,
  others: readonly ServerState[],
): Promise<void> {
  const usedPorts = new Set(
    others.flatMap(({ nics }) =>
      nics.flatMap(({ forwards }) => forwards.map(({ hostPort }) => hostPort)),
    ),
  );
  const canKeep = ({ hostPort }: { hostPort: number }) =>
    hostPort >= firstPort && hostPort < firstPort + portCount && !usedPorts.has(hostPort);
  for (const nic of state.nics) {
    const reusable = nic.forwards.filter(canKeep);
    const guestPorts =
      nic.ipv4 && (nic.segment?.kind ?? 'wan') === 'wan' ? (nic.forwardTcp ?? []) : [];
    nic.forwards = [];
    for (const guestPort of guestPorts) {
      const hostPort =
        reusable.find((forward) => forward.guestPort === guestPort)?.hostPort ??
        (await findFreePort(usedPorts));
      usedPorts.add(hostPort);
      nic.forwards.push({ guestPort, host: '127.0.0.1', hostPort });
    }
  }
}

async function findFreePort(usedPorts: ReadonlySet<number>): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(portCount);
    if (!usedPorts.has(port) && (await isFree(port))) return port;
  }
}
