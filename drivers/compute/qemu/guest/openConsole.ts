import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConsoleKind } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import type { ServerState } from '../state.ts';

/** Connects to the serial line or the VNC screen of a running server. */
export async function openConsole(
  context: QemuContext,
  state: ServerState,
  kind: ConsoleKind,
): Promise<Duplex> {
  if (!(await monitorWhenRunning(context, state.id)))
    throw qemuError(
      'wrongState',
      `The server "${state.name}" is off: start it to open its console.`,
    );
  const paths = context.paths.server(state.id);
  if (kind === 'serial') return context.serialLines.open(paths);
  const socket = connect(paths.vncSocket);
  return new Promise((opened, failed) => {
    socket.once('connect', () => opened(socket));
    socket.once('error', (error) => failed(asEngineError('Opening the console', error)));
  });
}
