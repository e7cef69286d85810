import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import { keyCredentials } from '../../session/key.ts';
import type { ErrorAnswer } from '../responses/errorResponse.ts';

/** The format of a call's response: `cli` or `console` for published clients, or null for ours. */
export type ResponseDialect = NonNullable<Endpoint['speaks']> | null;

/**
 * The alias path is for published clients. Below `/svc`, a key distinguishes a console client from
 * our own page.
 */
export function dialectOf({ speaks }: Endpoint, request: FastifyRequest): ResponseDialect {
  if (!speaks) return null;
  const isBelowSvc = /^\/svc(\/|\?|$)/.test(request.url);
  return isBelowSvc && (speaks === 'cli' || keyCredentials(request.headers) === null)
    ? null
    : speaks;
}

/** Programs search responses for English text, unless they request another language. */
export const programLanguage = (request: FastifyRequest, own: Language): Language =>
  request.headers['accept-language'] === undefined ? 'en' : own;

interface DialectError {
  code: number;
  info: string;
  category: string;
}

const general = 'General Error';
const notSignedIn: DialectError = { code: 1, info: 'you are not logged in', category: general };
const forbidden: DialectError = { code: 1, info: 'Forbidden', category: general };
const foreignError = (code: number): DialectError => ({
  code,
  info: 'error occurred',
  category: general,
});

/** The errors that published clients recognize by number and text. */
const knownErrors: Partial<Record<CodeName, DialectError>> = {
  notLoggedIn: notSignedIn,
  notLoggedInAnymore: notSignedIn,
  keyRefused: notSignedIn,
  notAllowed: forbidden,
  compatibleNetworkNone: { code: 11, info: 'Network not found.', category: 'Network Error' },
  compatibleSubnetUnknown: forbidden,
  compatibleNetworkKept: foreignError(20),
  subnetOverlaps: foreignError(102),
  networkNameTaken: foreignError(115),
};
const generalCode = 20;

/**
 * Status codes that affect a client's next step. All other errors use status 500, which these
 * clients know.
 */
const passThroughStatuses = new Set([401, 403, 404, 429, 503]);

/**
 * Formats an error for the published client. With `X-CLOUDCLI-STATUSINJSON`, the response is always
 * a success that contains the status.
 */
export function dialectError(
  request: FastifyRequest,
  form: NonNullable<ResponseDialect>,
  error: unknown,
  { status, body }: ErrorAnswer,
): { status: number; body: unknown } {
  const errors = errorsOf(error, body);
  const foreignStatus =
    passThroughStatuses.has(status) && !(error instanceof UserError && isNetworkError(error))
      ? status
      : 500;
  if (form === 'console') return { status: foreignStatus, body: { errors, code: body.code } };
  const isKnown = error instanceof UserError && error.reasons.some(({ name }) => knownErrors[name]);
  const message = isKnown
    ? JSON.stringify({ errors })
    : errors.map(({ info, key }) => (key ? `${info} (${key})` : info)).join(' ');
  return expectsStatusInBody(request)
    ? { status: 200, body: { response: { message }, status: foreignStatus } }
    : { status: foreignStatus, body: { message } };
}

function errorsOf(error: unknown, body: ErrorAnswer['body']): (DialectError & { key?: string })[] {
  const names = error instanceof UserError ? error.reasons.map(({ name }) => name) : [];
  return body.errors.map(({ info, key }, index) => {
    const name = names[index];
    return (
      (name && knownErrors[name]) || {
        code: generalCode,
        info,
        category: general,
        ...(key ? { key } : {}),
      }
    );
  });
}

const isNetworkError = ({ reasons }: UserError): boolean =>
  reasons.some(
    ({ name }) =>
      name === 'compatibleNetworkNone' ||
      name === 'compatibleNetworkUnknown' ||
      name === 'compatibleSubnetUnknown',
  );

const expectsStatusInBody = ({ headers }: FastifyRequest): boolean =>
  headers['x-cloudcli-statusinjson'] === 'true';

export const dialectSuccess = (request: FastifyRequest, answer: unknown): unknown =>
  expectsStatusInBody(request) ? { response: answer, status: 200 } : answer;
