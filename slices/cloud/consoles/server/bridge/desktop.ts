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
import { bytesOf, pipeToSocket, pipeToStream } from './pipe.ts';

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
const allowedInstructions = new Set([
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
export function openDesktop(session: GuestSeat, protocol: Protocol): void {
  readSignIn(session, signIn, (credentials) => {
    connect(session, protocol, credentials).catch((error: unknown) =>
      closeAfter(session.socket, error, session.closing, session.ctx.log),
    );
  });
}

async function connect(session: GuestSeat, protocol: Protocol, credentials: SignIn): Promise<void> {
  const { socket, closing } = session;
  const tunnel = await openForwarder(session);
  const guacd = await connectGuacd(session.ctx).catch((error: unknown) => {
    tunnel.server.close();
    throw error;
  });
  const close = () => {
    guacd.destroy();
    tunnel.shut();
  };
  if (socket.readyState !== socket.OPEN) return close();
  socket.once('close', close);
  const closeFailed = (problem: LocalizedText) =>
    closeWith(socket, { name: 'desktopFailed', values: { problem } }, closing);
  guacd.once('error', (error) => closeFailed(untranslated(error.message)));
  guacd.once('close', () => socket.close(1000));
  const timer = setTimeout(
    () => closeFailed(localize('desktop.timer.guacdDidntRespond')),
    readyWithinMs,
  );
  socket.once('close', () => clearTimeout(timer));
  performHandshake(guacd, protocol, { ...credentials, port: tunnel.port }, (rest) => {
    clearTimeout(timer);
    relay(session, guacd, rest);
  });
}

interface Tunnel {
  port: number;
  server: Server;
  shut(): void;
}

/** Opens a port on 127.0.0.1 that forwards guacd to the guest's port. */
async function openForwarder(session: GuestSeat): Promise<Tunnel> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    if (connections >= maxConnections) server.close();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    openGuestPort(session).then(
      (guest) => {
        guest.on('error', () => socket.destroy());
        socket.once('close', () => guest.destroy());
        guest.once('close', () => socket.destroy());
        socket.pipe(guest).pipe(socket);
      },
      // Uses the portal's own message, because guacd only reports that the connection failed.
      (error: unknown) => {
        socket.destroy();
        if (connections === 1) closeAfter(session.socket, error, session.closing, session.ctx.log);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  const closeAll = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    server,
    shut: closeAll,
  };
}

/** Selects the protocol and answers guacd's parameter requests. Then the screen data follows. */
function performHandshake(
  guacd: Socket,
  protocol: Protocol,
  credentials: SignIn & { port: number },
  ready: (rest: string) => void,
): void {
  const reader = new InstructionReader(maxAnswerBytes);
  const decoder = new StringDecoder('utf8');
  const sendInstruction = (...instruction: Instruction) =>
    void guacd.write(encodeInstruction(instruction));
  const onData = (chunk: Buffer) => {
    let isReady = false;
    let rest = '';
    for (const { instruction, source } of reader.read(decoder.write(chunk))) {
      const [name, ...values] = instruction;
      if (isReady) rest += source;
      else if (name === 'args')
        answer(sendInstruction, values, argumentsFor(protocol, credentials), credentials);
      else if (name === 'ready' || name === 'error') {
        isReady = true;
        if (name === 'error') rest += source;
      }
    }
    if (!isReady) return;
    guacd.off('data', onData);
    ready(rest + reader.rest + decoder.end());
  };
  guacd.on('data', onData);
  sendInstruction('select', protocol === 'rdp' ? 'rdp' : 'vnc');
}

function answer(
  sendInstruction: (...instruction: Instruction) => void,
  names: readonly string[],
  known: Readonly<Record<string, string>>,
  { width, height, dpi }: SignIn,
): void {
  sendInstruction('size', String(width), String(height), String(dpi));
  sendInstruction('audio');
  sendInstruction('video');
  sendInstruction('image', 'image/png', 'image/jpeg');
  sendInstruction(
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

function relay(session: GuestSeat, guacd: Socket, rest: string): void {
  const { socket, recorder, closing } = session;
  const resetIdleTimer = closeWhenIdle(session);
  const clientReader = new InstructionReader(maxMessageBytes);
  socket.send(JSON.stringify({ at: 'open' }));
  const decoder = new StringDecoder('utf8');
  const recordOutput = (text: string): string | null => {
    if (text === '') return null;
    recorder?.output(Buffer.from(text));
    return text;
  };
  const onLastData = endAfterFinalInstruction(guacd);
  onLastData(rest);
  const first = recordOutput(rest);
  if (first !== null) socket.send(first);
  pipeToSocket(socket, guacd, (chunk) => {
    const text = decoder.write(chunk);
    onLastData(text);
    return recordOutput(text);
  });
  socket.on('message', (data: Buffer) => {
    try {
      for (const { instruction, source } of clientReader.read(bytesOf(data).toString())) {
        if (!allowedInstructions.has(instruction[0]))
          throw new GuacamoleError(unsupportedInstruction(instruction[0].slice(0, 30)));
        if (inputInstructions.has(instruction[0])) {
          resetIdleTimer();
          recorder?.input(Buffer.from(source));
        }
        pipeToStream(socket, guacd, source);
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
