import type { WebSocket } from 'ws';
import { actingAs } from '../../../../../server/platform/access/actors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { findServerToUse } from '../../../servers/server/index.ts';
import { Recorder } from '../recording/recorder.ts';
import { idleMinutes, settingAt } from '../settings.ts';
import { consumeTicket } from '../tickets.ts';
import { type Closing, closeAfter, closeWith } from './closing.ts';
import { openDesktop } from './desktop.ts';
import { refuseEndedKey } from './keys.ts';
import { openMachine } from './machine.ts';
import { bytesOf } from './pipe.ts';
import { isOfMachine, needsGuacd } from './ports.ts';
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
    await seatAt(ctx, ticket, socket, closing);
  } catch (error) {
    closeAfter(socket, error, closing, ctx.log);
  }
}

async function seatAt(
  ctx: Context,
  ticket: string,
  socket: WebSocket,
  closing: Closing,
): Promise<void> {
  const early: Buffer[] = [];
  const keep = (data: Buffer) => void early.push(bytesOf(data));
  socket.on('message', keep);
  const pass = await consumeTicket(ctx, ticket);
  closing.speaksText = !isOfMachine(pass.kind);
  await refuseEndedKey(ctx.services, pass);
  const holder = await actingAs(ctx, pass.userId);
  const server = await findServerToUse(holder, pass.serverId, 'operate');
  // The client disconnected during the lookup. Nothing has started.
  if (socket.readyState !== socket.OPEN) return;
  const over = Promise.withResolvers<void>();
  let recorder: Recorder | null = null;
  const putAway = () => (recorder ? recorder.finish() : Promise.resolve()).finally(over.resolve);
  watchOf(ctx.services).add({
    ...{
      socket,
      holder,
      sessionHash: pass.sessionHash,
      key: pass.key,
      serverId: server.id,
      closing,
    },
    isOver: over.promise,
  });
  socket.once('close', () => void putAway());
  if (pass.recorded !== 'none') {
    const about = {
      server,
      kind: pass.kind,
      hasInput: pass.recorded === 'all',
      sessionHash: pass.sessionHash,
    };
    recorder = await Recorder.open(holder, about, (why) => closeWith(socket, why, closing));
    if (isClosed(socket)) return await recorder.finish();
  }
  const seat = { ctx: holder, socket, server, closing, recorder };
  const drainEarly = () => {
    socket.off('message', keep);
    return early;
  };
  if (isOfMachine(pass.kind)) return await openMachine(seat, pass.kind, drainEarly);
  drainEarly();
  const guest = {
    ...seat,
    port: pass.port ?? 0,
    idleMinutes: await settingAt(ctx, server.siteId, idleMinutes),
  };
  if (needsGuacd(pass.kind)) openDesktop(guest, pass.kind);
  else openSsh(guest);
}

const isClosed = (socket: WebSocket): boolean => socket.readyState === socket.CLOSED;
