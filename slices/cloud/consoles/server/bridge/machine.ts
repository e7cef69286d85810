import { engineOf } from '../../../datacenters/server/index.ts';
import { askingEngine } from '../../../servers/server/index.ts';
import type { ConsoleSession } from './guest.ts';
import { bytesOf, pipeToSocket, pipeToStream } from './pipe.ts';

const normal = 1000;
const goingAwayCode = 1001;

/**
 * The screen or serial line of the virtual machine, as a raw byte stream in both directions.
 * `drainEarlyMessages` returns the input received before the connection.
 */
export async function openMachine(
  { ctx, socket, server, recorder }: ConsoleSession,
  kind: 'vnc' | 'serial',
  drainEarlyMessages: () => readonly Buffer[],
): Promise<void> {
  const engine = await engineOf(ctx, server.datacenterId);
  const stream = await askingEngine(server.name, () => engine.openConsole(server.id, kind));
  socket.once('close', () => stream.destroy());
  if (socket.readyState !== socket.OPEN) return void stream.destroy();
  const type = (bytes: Buffer) => {
    recorder?.input(bytes);
    pipeToStream(socket, stream, bytes);
  };
  socket.on('message', (data: Buffer) => type(bytesOf(data)));
  pipeToSocket(socket, stream, (chunk) => {
    recorder?.output(chunk);
    return chunk;
  });
  stream.once('close', () => socket.close(normal));
  stream.on('error', () => socket.close(goingAwayCode));
  for (const data of drainEarlyMessages()) type(data);
}
