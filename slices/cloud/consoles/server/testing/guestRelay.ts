import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ComputeEngine } from '../../../../../drivers/compute/port.ts';
import type { SerialDialogue } from '../../../../../drivers/compute/testing/serialDialogue.ts';

const retryMs = 200;

/**
 * Exposes a local server on a port of a guest, in any network. Traffic to that port is relayed
 * through another port of the guest that is reachable from here. Handles one connection at a time.
 * Returns the stop function.
 */
export async function serveInGuest(
  { engine, serverId, serial }: { engine: ComputeEngine; serverId: string; serial: SerialDialogue },
  { guestPort, localPort }: { guestPort: number; localPort: number },
): Promise<() => void> {
  const back = guestPort + 1000;
  const pipe = `/tmp/pipe${guestPort}`;
  await serial.run(
    `{ (while true; do rm -f ${pipe}; mkfifo ${pipe}; nc -l -p ${guestPort} <${pipe} | nc -l -p ${back} >${pipe}; done) >/dev/null 2>&1 </dev/null & }`,
  );
  let isClosed = false;
  let open: Duplex | null = null;
  const serve = async () => {
    while (!isClosed) {
      open = await engine.openTcp(serverId, back).catch(() => null);
      if (open) await joinStreams(open, connect({ host: '127.0.0.1', port: localPort }));
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  };
  void serve();
  return () => {
    isClosed = true;
    open?.destroy();
  };
}

/** Pipes two streams into each other until both are closed. */
async function joinStreams(one: Duplex, other: Duplex): Promise<void> {
  const closed = [one, other].map(
    (stream) => new Promise<void>((resolve) => stream.once('close', () => resolve())),
  );
  for (const [stream, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    stream.on('error', () => partner.destroy());
    stream.pipe(partner);
    stream.once('close', () => partner.destroy());
  }
  await Promise.all(closed);
}
