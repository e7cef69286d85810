import { Duplex } from 'node:stream';
import { simulatedError } from './error.ts';
import { isPowered, type SimulatedServer } from './store.ts';

/** The port is reached through a connected network card with an address: `nicId`, or any. */
export function openSimulatedTcp(server: SimulatedServer, port: number, nicId?: string): Duplex {
  if (!isPowered(server))
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" is off: start it to reach its port ${port}.`,
    );
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw simulatedError('refused', `${port} is no TCP port (1 to 65535).`);
  if (nicId !== undefined && !server.nics.some((nic) => nic.id === nicId))
    throw simulatedError(
      'notFound',
      `The server "${server.name}" doesn't have this network interface.`,
    );
  if (!server.nics.some((nic) => nic.ipv4 && nic.connected && (nicId ?? nic.id) === nic.id))
    throw simulatedError(
      'refused',
      `The server "${server.name}" has no connected network card with an address there.`,
    );
  return simulatedTcp(server.name, port);
}

/**
 * A TCP port of a simulated server: it reports that nothing real is listening, and echoes input.
 */
function simulatedTcp(serverName: string, port: number): Duplex {
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      stream.push(chunk);
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
  });
  stream.push(
    `The server ${serverName} is simulated: nothing real listens on port ${port}. It repeats what you send.\r\n`,
  );
  return stream;
}
