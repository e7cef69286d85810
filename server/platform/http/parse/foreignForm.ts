import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import { keyCredentials } from '../../session/key.ts';
import type { ErrorAnswer } from '../answers/errorAnswer.ts';

/** The format of a call's response: `cli` or `console` for published clients, or null for ours. */
export type ForeignForm = NonNullable<Endpoint['speaks']> | null;

/**
 * The alias path is for published clients. Below `/svc`, a key distinguishes a console client from
 * our own page.
 */
export function foreignFormOf({ speaks }: Endpoint, request: FastifyRequest): ForeignForm {
  if (!speaks) return null;
  const isBelowSvc = /^\/svc(\/|\?|$)/.test(request.url);
  return isBelowSvc && (speaks === 'cli' || keyCredentials(request.headers) === null)
    ? null
    : speaks;
}

/** Programs search responses for English text, unless they request another language. */
export const languageOfProgram = (request: FastifyRequest, own: Language): Language =>
  request.headers['accept-language'] === undefined ? 'en' : own;

interface ForeignError {
  code: number;
  info: string;
  category: string;
}

const general = 'General Error';
const notSignedIn: ForeignError = { code: 1, info: 'you are not logged in', category: general };
const forbidden: ForeignError = { code: 1, info: 'Forbidden', category: general };
const occurred = (code: number): ForeignError => ({
  code,
  info: 'error occurred',
  category: general,
});

/** The errors that published clients recognize by number and text. */
const knownErrors: Partial<Record<CodeName, ForeignError>> = {
  notLoggedIn: notSignedIn,
  notLoggedInAnymore: notSignedIn,
  keyRefused: notSignedIn,
  notAllowed: forbidden,
  compatibleNetworkNone: { code: 11, info: 'Network not found.', category: 'Network Error' },
  compatibleSubnetUnknown: forbidden,
  compatibleNetworkKept: occurred(20),
  subnetOverlaps: occurred(102),
  networkNameTaken: occurred(115),
};
const generalCode = 20;

/**
 * Status codes that affect a client's next step. All other errors use status 500, which these
 * clients know.
 */
const keptStatuses = new Set([401, 403, 404, 429, 503]);

/**
 * Formats an error for the published client. With `X-CLOUDCLI-STATUSINJSON`, the response is always
 * a success that contains the status.
 */
export function foreignRefusal(
  request: FastifyRequest,
  form: NonNullable<ForeignForm>,
  error: unknown,
  { status, body }: ErrorAnswer,
): { status: number; body: unknown } {
  const errors = errorsOf(error, body);
  const theirs =
    keptStatuses.has(status) && !(error instanceof UserError && isOfNetworks(error)) ? status : 500;
  if (form === 'console') return { status: theirs, body: { errors, code: body.code } };
  const isKnown = error instanceof UserError && error.reasons.some(({ name }) => knownErrors[name]);
  const message = isKnown
    ? JSON.stringify({ errors })
    : errors.map(({ info, key }) => (key ? `${info} (${key})` : info)).join(' ');
  return wantsStatusInside(request)
    ? { status: 200, body: { response: { message }, status: theirs } }
    : { status: theirs, body: { message } };
}

function errorsOf(error: unknown, body: ErrorAnswer['body']): (ForeignError & { key?: string })[] {
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

const isOfNetworks = ({ reasons }: UserError): boolean =>
  reasons.some(
    ({ name }) =>
      name === 'compatibleNetworkNone' ||
      name === 'compatibleNetworkUnknown' ||
      name === 'compatibleSubnetUnknown',
  );

const wantsStatusInside = ({ headers }: FastifyRequest): boolean =>
  headers['x-cloudcli-statusinjson'] === 'true';

export const foreignSuccess = (request: FastifyRequest, answer: unknown): unknown =>
  wantsStatusInside(request) ? { response: answer, status: 200 } : answer;
