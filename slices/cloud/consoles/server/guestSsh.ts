import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import * as z from 'zod';
import { UserError, untranslated, userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { guestSignIn } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { fingerprintOf, knownKey, type SshEndpoint, trustKey } from './hostKeys.ts';

/** Under emulation, the key exchange takes a guest most of a minute. */
const readyWithinMs = 60_000;
const keepAliveEveryMs = 15_000;
const keepAliveLosses = 4;
/**
 * Each round blocks the process for about ten milliseconds. `ssh-keygen` creates keys with 16 or 24
 * rounds.
 */
const maxRounds = 64;

const signIn = z.strictObject(guestSignIn);
/** The key or password is only used for the sign-in and doesn't appear in logs or recordings. */
export type GuestSignIn = z.output<typeof signIn>;

export interface GuestConnection {
  place: SshEndpoint;
  /** The server's name, for error messages. */
  name: string;
  /** Opens a stream to the guest's port. */
  open(): Promise<Duplex>;
  given: GuestSignIn;
  /** Disconnects from the guest, either immediately or as soon as it is connected. */
  signal: AbortSignal;
  /** Called whenever the guest has presented its known host key or its first one. */
  onHostKey?(fingerprint: string, isNew: boolean): void;
  /** Called with the reason when the connection breaks after sign-in. */
  onBreak?(why: UserError): void;
}

/**
 * The guest disconnected or doesn't respond. This happens while a guest is booting, so a retry can
 * succeed.
 */
export class GuestUnresponsive extends UserError {}

/**
 * Signs in to a guest by SSH. The first host key is trusted, and from then on only that one. Throws
 * `sshKeyUnreadable`, `sshHostKeyChanged`, `sshRefused`, `guestPortSilent`, `sshFailed`, and the
 * errors of opening its port.
 */
export async function signInToGuest(
  ctx: Pick<Context, 'db' | 'actor'>,
  door: GuestConnection,
): Promise<ssh2.Client> {
  const { place, given, signal } = door;
  const credentials = credentialsOf(given);
  const storedKey = await knownKey(ctx, place);
  const stream = await door.open();
  const client = new ssh2.Client();
  const disconnect = () => {
    client.end();
    stream.destroy();
  };
  client.once('close', () => signal.removeEventListener('abort', disconnect));
  signal.addEventListener('abort', disconnect);
  try {
    signal.throwIfAborted();
    await connectGuest(ctx, client, stream, door, {
      ...credentials,
      ...(storedKey
        ? {
            algorithms: {
              serverHostKey: { prepend: signaturesOf(storedKey.algorithm), append: [], remove: [] },
            },
          }
        : {}),
    });
    return client;
  } catch (error) {
    disconnect();
    signal.removeEventListener('abort', disconnect);
    throw error;
  }
}

async function connectGuest(
  ctx: Pick<Context, 'db' | 'actor'>,
  client: ssh2.Client,
  stream: Duplex,
  door: GuestConnection,
  options: object,
): Promise<void> {
  const { place, given } = door;
  const { resolve, reject, promise } = Promise.withResolvers<void>();
  let changed: string | null = null;
  let isAuthenticated = false;
  const fail = (error: Error) => {
    const failure = changed
      ? userError('sshHostKeyChanged', { fingerprint: changed })
      : toUserError(error, door);
    if (isAuthenticated) door.onBreak?.(failure);
    else reject(failure);
  };
  stream.on('error', fail);
  client.on('error', fail);
  client.on('close', () => reject(toUserError(new Error(lostEarly), door)));
  client.on('ready', () => {
    isAuthenticated = true;
    resolve();
  });
  // Servers with keyboard-interactive authentication prompt for the password.
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => given.password ?? '')),
  );
  client.connect({
    ...options,
    sock: stream as Duplex & NodeJS.ReadableStream as never,
    username: given.user,
    readyTimeout: readyWithinMs,
    keepaliveInterval: keepAliveEveryMs,
    keepaliveCountMax: keepAliveLosses,
    hostVerifier: (key: Buffer, verify: (isTrusted: boolean) => void) => {
      trustKey(ctx, place, key).then((result) => {
        if (result === 'changed') changed = fingerprintOf(key);
        else door.onHostKey?.(fingerprintOf(key), result === 'new');
        verify(result !== 'changed');
      }, reject);
    },
  } as ssh2.ConnectConfig);
  await promise;
}

function credentialsOf({ user, password, privateKey, passphrase }: GuestSignIn): object {
  if (privateKey === undefined) return { password: password ?? '', tryKeyboard: true };
  // The parsed key is reused as a separate method, because deriving the key from its passphrase
  // again would be slow.
  const key = keyOf(privateKey, passphrase);
  return { authHandler: ['none', { type: 'publickey', username: user, key }] };
}

/** Throws `sshKeyUnreadable`. */
export function keyOf(
  privateKey: string,
  passphrase: string | undefined,
  field = 'privateKey',
): ssh2.ParsedKey {
  const unreadable = (problem: LocalizedText) => userError('sshKeyUnreadable', { problem }, field);
  const rounds = roundsOf(privateKey);
  if (rounds > maxRounds)
    throw unreadable(
      localize('guestSsh.keyOf.itsPassphraseUsesRounds', { rounds, mostRounds: maxRounds }),
    );
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) throw unreadable(untranslated(parsed.message));
  const [key] = Array.isArray(parsed) ? parsed : [parsed];
  if (!key?.isPrivateKey()) throw unreadable(localize('guestSsh.keyOf.publicKey'));
  return key;
}

/**
 * The number of key derivation rounds of an OpenSSH key, which is stored in the key. 0 without a
 * passphrase (PROTOCOL.key of OpenSSH).
 */
export function roundsOf(privateKey: string): number {
  const [, base64 = ''] =
    /-----BEGIN OPENSSH PRIVATE KEY-----([^-]*)-----END/.exec(privateKey) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const readField = (from: number): Buffer =>
    bytes.subarray(from + 4, from + 4 + (from + 4 <= bytes.length ? bytes.readUInt32BE(from) : 0));
  let offset = 'openssh-key-v1\0'.length;
  for (const _ of ['cipher', 'kdf']) offset += 4 + readField(offset).length;
  const options = readField(offset);
  return options.length >= 8 ? options.readUInt32BE(options.length - 4) : 0;
}

/**
 * The signature algorithms of a key type. A server with several host keys must keep presenting the
 * known one. RSA keys have several algorithms (RFC 8332).
 */
const signaturesOf = (algorithm: string): string[] =>
  algorithm === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [algorithm];

/** The library's message if the other side disconnects before its first byte. */
const lostEarly = 'Connection lost before handshake';

function toUserError(
  error: Error & { level?: string },
  { name, place, given }: GuestConnection,
): UserError {
  const problem = untranslated(error.message);
  if (error.level === 'client-authentication') return userError('sshRefused', { user: given.user });
  if (error.level === 'client-timeout')
    return new GuestUnresponsive([
      { name: 'guestPortSilent', values: { name, port: place.port, problem } },
    ]);
  const isUnreachable =
    error.level === undefined || error.level === 'client-socket' || error.message === lostEarly;
  return isUnreachable
    ? new GuestUnresponsive([{ name: 'sshFailed', values: { problem } }])
    : userError('sshFailed', { problem });
}
