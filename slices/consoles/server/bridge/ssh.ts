import type { Duplex } from 'node:stream';
import ssh2, { type ClientChannel } from 'ssh2';
import * as z from 'zod';
import { refuse } from '../../../../contract/errors.ts';
import { fingerprintOf, type HostPlace, knownKey, trustKey } from '../hostKeys.ts';
import { closeAfter } from './closing.ts';
import { closeWhenIdle, type GuestSeat, jsonOf, openGuestPort, readSignIn, shortText } from './guest.ts';
import { bytesOf, feedSocket, feedStream } from './pipe.ts';

/** A guest under emulation needs a good part of a minute for the key exchange. */
const readyWithinMs = 60_000;
const keepAliveEveryMs = 15_000;
const keepAliveLosses = 4;

const columns = z.int().min(1).max(1000);
const size = z.strictObject({ columns, rows: columns });
/** A key or password comes with the first frame, is used once, and is kept nowhere. */
const signIn = z.strictObject({
  user: shortText.refine((user) => user !== '', { message: 'a user name is needed' }),
  password: z.string().max(1024).optional(),
  privateKey: z.string().max(32_768).optional(),
  passphrase: z.string().max(1024).optional(),
  ...size.shape,
});
type SignIn = z.output<typeof signIn>;

/** A shell of the guest, signed in with what the person gives. */
export function openSsh(seat: GuestSeat): void {
  readSignIn(seat, signIn, (given) => {
    connect(seat, given).catch((error: unknown) => closeAfter(seat.socket, error, seat.closing, seat.ctx.log));
  });
}

async function connect(seat: GuestSeat, given: SignIn): Promise<void> {
  const { socket, ctx, server, port, closing } = seat;
  const credentials = credentialsOf(given);
  const place: HostPlace = { serverId: server.id, port };
  const known = await knownKey(ctx, place);
  const stream = await openGuestPort(seat);
  const client = new ssh2.Client();
  socket.once('close', () => {
    client.end();
    stream.destroy();
  });
  let changed: string | null = null;
  const fail = (error: Error & { level?: string }) => closeAfter(socket, asRefusal(error, given.user, changed, seat), closing, ctx.log);
  stream.on('error', fail);
  client.on('error', fail);
  client.on('close', () => socket.close());
  // Servers that ask by dialogue ask for the password.
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) => answer(prompts.map(() => given.password ?? '')));
  client.on('ready', () => {
    client.shell({ term: 'xterm-256color', cols: given.columns, rows: given.rows }, (error, channel) =>
      error ? fail(error) : join(seat, channel, given),
    );
  });
  client.connect({
    sock: stream as Duplex & NodeJS.ReadableStream as never,
    username: given.user,
    ...credentials,
    readyTimeout: readyWithinMs,
    keepaliveInterval: keepAliveEveryMs,
    keepaliveCountMax: keepAliveLosses,
    ...(known ? { algorithms: { serverHostKey: { prepend: signaturesOf(known.algorithm), append: [], remove: [] } } } : {}),
    hostVerifier: (key: Buffer, verify: (isRight: boolean) => void) => {
      trustKey(ctx, place, key).then(
        (trust) => {
          if (trust === 'changed') changed = fingerprintOf(key);
          else tell(seat, { at: 'hostKey', fingerprint: fingerprintOf(key), isNew: trust === 'new' });
          verify(trust !== 'changed');
        },
        (error: Error) => fail(error),
      );
    },
  } as ssh2.ConnectConfig);
}

/** Throws `sshKeyUnreadable`. */
function credentialsOf({ password, privateKey, passphrase }: SignIn): ssh2.ConnectConfig {
  if (privateKey === undefined) return { password: password ?? '', tryKeyboard: true };
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) throw refuse('sshKeyUnreadable', { problem: parsed.message }, 'privateKey');
  const [key] = Array.isArray(parsed) ? parsed : [parsed];
  if (!key?.isPrivateKey()) throw refuse('sshKeyUnreadable', { problem: 'this is a public key' }, 'privateKey');
  return { privateKey, ...(passphrase === undefined ? {} : { passphrase }) };
}

/** A server with keys of several kinds must go on showing the one it was known by. RSA keys sign in several ways (RFC 8332). */
const signaturesOf = (algorithm: string): string[] => (algorithm === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [algorithm]);

function asRefusal(error: Error & { level?: string }, user: string, changed: string | null, { server, port }: GuestSeat): Error {
  if (changed) return refuse('sshHostKeyChanged', { fingerprint: changed });
  if (error.level === 'client-authentication') return refuse('sshRefused', { user });
  if (error.level === 'client-timeout') return refuse('guestPortSilent', { name: server.name, port, problem: error.message });
  return refuse('sshFailed', { problem: error.message });
}

type News = { at: 'hostKey'; fingerprint: string; isNew: boolean } | { at: 'open' } | { at: 'ended'; code: number; info: string };

const tell = ({ socket }: GuestSeat, news: News): void => socket.send(JSON.stringify(news));

function join(seat: GuestSeat, channel: ClientChannel, given: SignIn): void {
  const { socket, recorder } = seat;
  const doesSomething = closeWhenIdle(seat);
  recorder?.resize(given.columns, given.rows);
  tell(seat, { at: 'open' });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      doesSomething();
      recorder?.input(bytesOf(data));
      feedStream(socket, channel, bytesOf(data));
      return;
    }
    const next = size.safeParse(jsonOf(data.toString()));
    if (!next.success) return;
    channel.setWindow(next.data.rows, next.data.columns, 0, 0);
    recorder?.resize(next.data.columns, next.data.rows);
  });
  feedSocket(socket, channel, (chunk) => {
    recorder?.output(chunk);
    return chunk;
  });
  channel.on('close', () => socket.close(1000));
}
