import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type * as z from 'zod';
import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import { EngineError } from '../../../../../drivers/compute/port.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { schemaProblems } from '../../../../../server/platform/schemaTexts/schemaTexts.ts';
import { engineOf } from '../../../datacenters/server/index.ts';
import type { VisibleServer } from '../../../servers/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Recorder } from '../recording/recorder.ts';
import { type Closing, closeWith } from './closing.ts';

/** The context of every console. */
export interface ConsoleSession {
  ctx: SignedInContext;
  socket: WebSocket;
  server: VisibleServer;
  closing: Closing;
  recorder: Recorder | null;
}

/** A console of the guest, with its port. */
export interface GuestSeat extends ConsoleSession {
  port: number;
  idleMinutes: number;
}

const signInWithinMs = 5 * 60_000;

/**
 * Requests the first frame of a guest console: one text frame. The request is required because
 * frames sent before authentication are dropped. Invalid frames are rejected with the field name.
 */
export function readSignIn<T>(
  { socket, closing }: ConsoleSession,
  schema: z.ZodType<T>,
  onSignIn: (input: T) => void,
): void {
  const timer = setTimeout(
    () => closeWith(socket, { name: 'consoleTicketInvalid' }, closing),
    signInWithinMs,
  );
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (data: Buffer, isBinary) => {
    clearTimeout(timer);
    const frame = isBinary ? null : jsonOf(data.toString());
    const parsed = isBinary ? null : schema.safeParse(frame);
    if (parsed?.success) return onSignIn(parsed.data);
    closeWith(
      socket,
      {
        name: 'inputInvalid',
        values: { problem: isBinary ? noText : frameProblem(schema, frame) },
      },
      closing,
    );
  });
  socket.send(JSON.stringify({ at: 'signIn' }));
}

const noText = localize('noText');

function frameProblem(schema: z.ZodType, frame: unknown): LocalizedText {
  const [found] = schemaProblems(schema, frame);
  return found
    ? eachLanguage(
        (language) => `${found.issue.path.join('.') || 'frame'}: ${found.problem[language]}`,
      )
    : noText;
}

/** The parsed JSON. Null for invalid JSON, which no schema accepts. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Opens a stream to the guest's port. Throws `guestPortSilent`. */
export async function openGuestPort({ ctx, server, port }: GuestSeat): Promise<Duplex> {
  const engine = await engineOf(ctx, server.datacenterId);
  try {
    return await engine.openTcp(server.id, port);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw userError('guestPortSilent', {
      name: server.name,
      port,
      problem: untranslated(error.message),
    });
  }
}

/** Closes the console after this period without user input. Returns a function to call on input. */
export function closeWhenIdle({ socket, closing, idleMinutes }: GuestSeat): () => void {
  const timer = setTimeout(
    () => closeWith(socket, { name: 'consoleIdle', values: { minutes: idleMinutes } }, closing),
    idleMinutes * 60_000,
  );
  socket.once('close', () => clearTimeout(timer));
  return () => void timer.refresh();
}
