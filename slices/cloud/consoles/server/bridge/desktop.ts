import { createServer, type Server, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import * as z from 'zod';
import { untranslated } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { guestText } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { closeAfter, closeWith } from './closing.ts';
import {
  encodeInstruction,
  GuacamoleError,
  type Instruction,
  InstructionReader,
} from './guacamole.ts';
import { connectGuacd } from './guacd.ts';
import { closeWhenIdle, type GuestSeat, openGuestPort, readSignIn } from './guest.ts';
import { bytesOf, feedSocket, feedStream } from './pipe.ts';

const pixels = z.int().min(100).max(8192);
/** RDP identifiers of keyboard layouts. */
export const rdpLayouts = {
  us: 'en-us-qwerty',
  uk: 'en-gb-qwerty',
  de: 'de-de-qwertz',
  fr: 'fr-fr-azerty',
} as const;

/** The sign-in data in the first frame. It is passed to the guest and never stored. */
const signIn = z.strictObject({
  user: guestText.default(''),
  password: guestText.default(''),
  domain: guestText.default(''),
  width: pixels,
  height: pixels,
  dpi: z.int().min(50).max(400).default(96),
  layout: z.enum(['us', 'uk', 'de', 'fr']).default('us'),
});
type SignIn = z.output<typeof signIn>;
type Protocol = 'rdp' | 'guestVnc';

/**
 * The instructions that a browser can send to guacd: keys, pointer, size, clipboard, and
 * acknowledgments, but no files or sound.
 */
const spoken = new Set([
  'key',
  'mouse',
  'touch',
  'size',
  'sync',
  'nop',
  'ack',
  'clipboard',
  'blob',
  'end',
  'disconnect',
]);
const unsupportedInstruction = (instruction: string): LocalizedText =>
  localize('notSpoken', { instruction });
const inputInstructions = new Set(['key', 'mouse', 'touch', 'clipboard']);
/** Maximum length of an instruction from the browser, which is a part of the clipboard. */
const maxMessageBytes = 64 * 1024;
const maxAnswerBytes = 1024 * 1024;
/** RDP reconnects during security negotiation. Afterwards no new connections are needed. */
const maxConnections = 4;
const readyWithinMs = 30_000;

/**
 * Opens a desktop of the guest through guacd. While the console is open, guacd reaches the guest's
 * port through a port on 127.0.0.1.
 */
export function openDesktop(seat: GuestSeat, protocol: Protocol): void {
  readSignIn(seat, signIn, (given) => {
    connect(seat, protocol, given).catch((error: unknown) =>
      closeAfter(seat.socket, error, seat.closing, seat.ctx.log),
    );
  });
}

async function connect(seat: GuestSeat, protocol: Protocol, given: SignIn): Promise<void> {
  const { socket, closing } = seat;
  const tunnel = await openForwarder(seat);
  const guacd = await connectGuacd(seat.ctx).catch((error: unknown) => {
    tunnel.server.close();
    throw error;
  });
  const shut = () => {
    guacd.destroy();
    tunnel.shut();
  };
  if (socket.readyState !== socket.OPEN) return shut();
  socket.once('close', shut);
  const failed = (problem: LocalizedText) =>
    closeWith(socket, { name: 'desktopFailed', values: { problem } }, closing);
  guacd.once('error', (error) => failed(untranslated(error.message)));
  guacd.once('close', () => socket.close(1000));
  const timer = setTimeout(
    () => failed(localize('desktop.timer.guacdDidntRespond')),
    readyWithinMs,
  );
  socket.once('close', () => clearTimeout(timer));
  shakeHands(guacd, protocol, { ...given, port: tunnel.port }, (rest) => {
    clearTimeout(timer);
    relay(seat, guacd, rest);
  });
}

interface Tunnel {
  port: number;
  server: Server;
  shut(): void;
}

/** Opens a port on 127.0.0.1 that forwards guacd to the guest's port. */
async function openForwarder(seat: GuestSeat): Promise<Tunnel> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    if (connections >= maxConnections) server.close();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    openGuestPort(seat).then(
      (guest) => {
        guest.on('error', () => socket.destroy());
        socket.once('close', () => guest.destroy());
        guest.once('close', () => socket.destroy());
        socket.pipe(guest).pipe(socket);
      },
      // Uses the portal's own message, because guacd only reports that the connection failed.
      (error: unknown) => {
        socket.destroy();
        if (connections === 1) closeAfter(seat.socket, error, seat.closing, seat.ctx.log);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  const shut = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: typeof address === 'object' && address ? address.port : 0, server, shut };
}

/** Selects the protocol and answers guacd's parameter requests. Then the screen data follows. */
function shakeHands(
  guacd: Socket,
  protocol: Protocol,
  given: SignIn & { port: number },
  ready: (rest: string) => void,
): void {
  const reader = new InstructionReader(maxAnswerBytes);
  const decoder = new StringDecoder('utf8');
  const say = (...instruction: Instruction) => void guacd.write(encodeInstruction(instruction));
  const hear = (chunk: Buffer) => {
    let isReady = false;
    let rest = '';
    for (const { instruction, source } of reader.read(decoder.write(chunk))) {
      const [name, ...values] = instruction;
      if (isReady) rest += source;
      else if (name === 'args') answer(say, values, argumentsFor(protocol, given), given);
      else if (name === 'ready' || name === 'error') {
        isReady = true;
        if (name === 'error') rest += source;
      }
    }
    if (!isReady) return;
    guacd.off('data', hear);
    ready(rest + reader.rest + decoder.end());
  };
  guacd.on('data', hear);
  say('select', protocol === 'rdp' ? 'rdp' : 'vnc');
}

function answer(
  say: (...instruction: Instruction) => void,
  names: readonly string[],
  known: Readonly<Record<string, string>>,
  { width, height, dpi }: SignIn,
): void {
  say('size', String(width), String(height), String(dpi));
  say('audio');
  say('video');
  say('image', 'image/png', 'image/jpeg');
  say(
    'connect',
    ...names.map((name) => (name.startsWith('VERSION_') ? name : (known[name] ?? ''))),
  );
}

/**
 * Parameters for guacd. The guest's certificate isn't verified, because the guest is reached
 * through the engine and not over a network with possible attackers.
 */
function argumentsFor(
  protocol: Protocol,
  { user, password, domain, layout, port, width, height, dpi }: SignIn & { port: number },
) {
  const connectionSettings = {
    hostname: '127.0.0.1',
    port: String(port),
    username: user,
    password,
  };
  if (protocol === 'guestVnc') return { ...connectionSettings, 'clipboard-encoding': 'UTF-8' };
  return {
    ...connectionSettings,
    ...{
      domain,
      security: 'any',
      'ignore-cert': 'true',
      'server-layout': rdpLayouts[layout],
      'resize-method': 'display-update',
    },
    ...{
      width: String(width),
      height: String(height),
      dpi: String(dpi),
      'disable-audio': 'true',
      'enable-drive': 'false',
    },
  };
}

function relay(seat: GuestSeat, guacd: Socket, rest: string): void {
  const { socket, recorder, closing } = seat;
  const resetIdleTimer = closeWhenIdle(seat);
  const spokenReader = new InstructionReader(maxMessageBytes);
  socket.send(JSON.stringify({ at: 'open' }));
  const decoder = new StringDecoder('utf8');
  const recordOutput = (text: string): string | null => {
    if (text === '') return null;
    recorder?.output(Buffer.from(text));
    return text;
  };
  const hear = endAfterFinalInstruction(guacd);
  hear(rest);
  const first = recordOutput(rest);
  if (first !== null) socket.send(first);
  feedSocket(socket, guacd, (chunk) => {
    const text = decoder.write(chunk);
    hear(text);
    return recordOutput(text);
  });
  socket.on('message', (data: Buffer) => {
    try {
      for (const { instruction, source } of spokenReader.read(bytesOf(data).toString())) {
        if (!spoken.has(instruction[0]))
          throw new GuacamoleError(unsupportedInstruction(instruction[0].slice(0, 30)));
        if (inputInstructions.has(instruction[0])) {
          resetIdleTimer();
          recorder?.input(Buffer.from(source));
        }
        feedStream(socket, guacd, source);
      }
    } catch (error) {
      if (!(error instanceof GuacamoleError)) throw error;
      closeWith(socket, { name: 'inputInvalid', values: { problem: error.texts } }, closing);
    }
  });
}

/**
 * After these instructions guacd draws nothing more, but waits for the browser to disconnect first.
 */
const closingInstructions = /;(?:5\.error,|10\.disconnect;)/;
const closingTailLength = 15;
/** How long the browser has to read the rest, in ms. */
const endDelayMs = 1_000;

function endAfterFinalInstruction(guacd: Socket): (text: string) => void {
  let end = ';';
  return (text) => {
    if (closingInstructions.test(end + text)) setTimeout(() => guacd.destroy(), endDelayMs);
    end = (end + text).slice(-closingTailLength);
  };
}
