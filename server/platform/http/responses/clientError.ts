import type { Socket } from 'node:net';
import { type UserError, userError } from '../../../../contract/errors/errors.ts';
import { languages } from '../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import { errorAnswerOf } from './errorResponse.ts';

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * For unreadable requests, before there is a call: sends an error in the usual format and closes
 * the connection.
 */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  maxHeaderBytes: number,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = errorAnswerOf(toUserError(error.code, maxHeaderBytes), languages[0]);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function toUserError(problem: string | undefined, maxHeaderBytes: number): UserError {
  if (problem === 'HPE_HEADER_OVERFLOW')
    return userError('headersTooLarge', { max: maxHeaderBytes });
  if (problem === 'ERR_HTTP_REQUEST_TIMEOUT') return userError('requestTooSlow');
  return userError('requestMalformed', {
    problem: localize('clientError.problem.isntValidHttp'),
  });
}
