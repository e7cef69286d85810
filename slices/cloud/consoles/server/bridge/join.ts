import type { WebSocket } from 'ws';
import { actingAs } from '../../../../../server/platform/access/actors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { findUsableServer } from '../../../servers/server/index.ts';
import { Recorder } from '../recording/recorder.ts';
import { idleMinutes, settingAt } from '../settings.ts';
import { consumeTicket } from '../tickets.ts';
import { type Closing, closeAfter, closeWith } from './closing.ts';
import { openDesktop } from './desktop.ts';
import { requireActiveKey } from './keys.ts';
import { openMachine } from './machine.ts';
import { bytesOf } from './pipe.ts';
import { isMachineConsole, needsGuacd } from './ports.ts';
import { openSsh } from './ssh.ts';
import { watchOf } from './watch.ts';

/**
 * Connects a browser's WebSocket to the console of its ticket, until either side disconnects, the
 * server is turned off, or the user loses access.
 */
export async function joinConsole(ctx: Context, ticket: string, socket: WebSocket): Promise<void> {
  const closing: Closing = { language: ctx.language, requestId: ctx.requestId, speaksText: false };
  socket.on('error', () => socket.terminate());
  try {
    await openSession(ctx, ticket, socket, closing);
  } catch (error) {
    closeAfter(socket, error, closing, ctx.log);
  }
}

async function openSession(
  ctx: Context,
  ticket: string,
  socket: WebSocket,
  closing: Closing,
): Promise<void> {
  const earlyMessages: Buffer[] = [];
  const bufferEarly = (data: Buffer) => void earlyMessages.push(bytesOf(data));
  socket.on('message', bufferEarly);
  const ticketData = await consumeTicket(ctx, ticket);
  closing.speaksText = !isMachineConsole(ticketData.kind);
  await requireActiveKey(ctx.services, ticketData);
  const holder = await actingAs(ctx, ticketData.userId);
  const server = await findUsableServer(holder, ticketData.serverId, 'operate');
  // The client disconnected during the lookup. Nothing has started.
  if (socket.readyState !== socket.OPEN) return;
  const finished = Promise.withResolvers<void>();
  let recorder: Recorder | null = null;
  const finishRecording = () =>
    (recorder ? recorder.finish() : Promise.resolve()).finally(finished.resolve);
  watchOf(ctx.services).add({
    ...{
      socket,
      holder,
      sessionHash: ticketData.sessionHash,
      key: ticketData.key,
      serverId: server.id,
      closing,
    },
    isOver: finished.promise,
  });
  socket.once('close', () => void finishRecording());
  if (ticketData.recorded !== 'none') {
    const session = {
      server,
      kind: ticketData.kind,
      hasInput: ticketData.recorded === 'all',
      sessionHash: ticketData.sessionHash,
    };
    recorder = await Recorder.open(holder, session, (ending) => closeWith(socket, ending, closing));
    if (isClosed(socket)) return await recorder.finish();
  }
  const consoleSession = { ctx: holder, socket, server, closing, recorder };
  const drainEarlyMessages = () => {
    socket.off('message', bufferEarly);
    return earlyMessages;
  };
  if (isMachineConsole(ticketData.kind))
    return await openMachine(consoleSession, ticketData.kind, drainEarlyMessages);
  drainEarlyMessages();
  const guest = {
    ...consoleSession,
    port: ticketData.port ?? 0,
    idleMinutes: await settingAt(ctx, server.siteId, idleMinutes),
  };
  if (needsGuacd(ticketData.kind)) openDesktop(guest, ticketData.kind);
  else openSsh(guest);
}

const isClosed = (socket: WebSocket): boolean => socket.readyState === socket.CLOSED;
