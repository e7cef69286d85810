import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { CodeName } from '../../../../../contract/errors/codes.ts';
import { type MessageValues, UserError } from '../../../../../contract/errors/errors.ts';
import { code, messages, render } from '../../../../../contract/errors/messages.ts';
import type { Language } from '../../../../../contract/languages.ts';
import { closeReason } from '../../../../../server/platform/http/responses/closeReason.ts';

/** Why a console session ends, as text for its user. */
export interface CloseReason {
  name: CodeName;
  values?: MessageValues;
}

/**
 * How a console is closed. Text frames are only used by consoles that begin with a sign-in. All
 * others only use binary frames.
 */
export interface Closing {
  language: Language;
  /** Included in the message of internal errors. */
  requestId: string;
  speaksText: boolean;
}

/**
 * Closes a console with a reason. The full text is sent in a last text frame if the console
 * supports text frames, and shortened to the size limit as the close reason.
 */
export function closeWith(
  socket: WebSocket,
  { name, values }: CloseReason,
  { language, speaksText }: Closing,
): void {
  const info = render(name, language, values);
  if (speaksText && socket.readyState === socket.OPEN)
    socket.send(JSON.stringify({ at: 'ended', code: code[name], info }));
  socket.close(4000 + messages[name].status, closeReason(info));
}

/** Closes a console after an error. */
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
