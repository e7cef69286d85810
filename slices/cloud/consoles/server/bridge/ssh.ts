import type { ClientChannel } from 'ssh2';
import * as z from 'zod';
import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import { guestSignIn } from '../../contract.ts';
import { signInToGuest } from '../guestSsh.ts';
import { closeAfter } from './closing.ts';
import { closeWhenIdle, type GuestSeat, jsonOf, openGuestPort, readSignIn } from './guest.ts';
import { bytesOf, pipeToSocket, pipeToStream } from './pipe.ts';

const columns = z.int().min(1).max(1000);
const size = z.strictObject({ columns, rows: columns });
/** The sign-in data in the first frame. The key or password is used once and isn't stored. */
const signIn = z.strictObject({ ...guestSignIn, ...size.shape });
type SignIn = z.output<typeof signIn>;

/** Opens a shell in the guest, using the credentials that the user enters. */
export function openSsh(session: GuestSeat): void {
  readSignIn(session, signIn, (credentials) => {
    connect(session, credentials).catch((error: unknown) =>
      closeAfter(session.socket, error, session.closing, session.ctx.log),
    );
  });
}

async function connect(
  session: GuestSeat,
  { columns: cols, rows, ...credentials }: SignIn,
): Promise<void> {
  const { socket, ctx, server, port, closing } = session;
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  const client = await signInToGuest(ctx, {
    ...{
      place: { serverId: server.id, port },
      name: server.name,
      given: credentials,
      signal: closed.signal,
    },
    open: () => openGuestPort(session),
    onHostKey: (fingerprint, isNew) => sendNews(session, { at: 'hostKey', fingerprint, isNew }),
    onBreak: (ending) => closeAfter(socket, ending, closing, ctx.log),
  });
  client.on('close', () => socket.close());
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell({ term: 'xterm-256color', cols, rows }, (error, shellChannel) =>
      error
        ? reject(userError('sshFailed', { problem: untranslated(error.message) }))
        : resolve(shellChannel),
    ),
  );
  join(session, channel, { columns: cols, rows });
}

type ConsoleMessage =
  | { at: 'hostKey'; fingerprint: string; isNew: boolean }
  | { at: 'open' }
  | { at: 'ended'; code: number; info: string };

const sendNews = ({ socket }: GuestSeat, message: ConsoleMessage): void =>
  socket.send(JSON.stringify(message));

function join(
  session: GuestSeat,
  channel: ClientChannel,
  { columns, rows }: z.output<typeof size>,
): void {
  const { socket, recorder } = session;
  const resetIdleTimer = closeWhenIdle(session);
  recorder?.resize(columns, rows);
  sendNews(session, { at: 'open' });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      resetIdleTimer();
      recorder?.input(bytesOf(data));
      pipeToStream(socket, channel, bytesOf(data));
      return;
    }
    const next = size.safeParse(jsonOf(data.toString()));
    if (!next.success) return;
    channel.setWindow(next.data.rows, next.data.columns, 0, 0);
    recorder?.resize(next.data.columns, next.data.rows);
  });
  pipeToSocket(socket, channel, (chunk) => {
    recorder?.output(chunk);
    return chunk;
  });
  channel.on('close', () => socket.close(1000));
}
