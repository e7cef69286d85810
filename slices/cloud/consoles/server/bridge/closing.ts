import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { CodeName } from '../../../../../contract/errors/codes.ts';
import { type MessageValues, UserError } from '../../../../../contract/errors/errors.ts';
import { code, messages, render } from '../../../../../contract/errors/messages.ts';
import type { Language } from '../../../../../contract/languages.ts';
import { asReason } from '../../../../../server/platform/http/answers/socketReason.ts';

/** Why a console session ends, as text for its user. */
export interface Ending {
  name: CodeName;
  values?: MessageValues;
}

/** Frames of text are for consoles that begin with signing in; the others are bytes only. */
export interface Closing {
  language: Language;
  /** Quoted when it is our fault. */
  requestId: string;
  speaksText: boolean;
}

/**
 * Ends a console with the reason as its text: the whole of it in a last frame where the console
 * knows such, else what fits the reason.
 */
export function closeWith(
  socket: WebSocket,
  { name, values }: Ending,
  { language, speaksText }: Closing,
): void {
  const info = render(name, language, values);
  if (speaksText && socket.readyState === socket.OPEN)
    socket.send(JSON.stringify({ at: 'ended', code: code[name], info }));
  socket.close(4000 + messages[name].status, asReason(info));
}

/** Ends a console after an error. */
export function closeAfter(socket: WebSocket, error: unknown, closing: Closing, log: Logger): void {
  const [reason] = error instanceof UserError ? error.reasons : [];
  if (!reason) log.error({ err: error }, 'A console failed');
  closeWith(
    socket,
    reason
      ? { name: reason.name, ...(reason.values ? { values: reason.values } : {}) }
      : { name: 'internal', values: { requestId: closing.requestId } },
    closing,
  );
}
