import * as http from 'node:http';
import * as https from 'node:https';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  isHiddenLiteral,
  lookupPublic,
} from '../../../../../server/platform/vendors/publicLookup.ts';
import { localize } from '../../texts/localize.ts';

/**
 * The source returned an error or an invalid response. If `isFinal`, retrying soon doesn't
 * help.
 */
export class SourceError extends Error {
  readonly texts: LocalizedText;
  readonly isFinal: boolean;
  constructor(texts: LocalizedText, isFinal: boolean, options?: { cause?: unknown }) {
    super(texts.en, options);
    this.name = 'SourceError';
    this.texts = texts;
    this.isFinal = isFinal;
  }
}

/**
 * The same error for every connection failure, so that customers can't learn what a hostname
 * resolves to or which addresses respond.
 */
export class UnreachableError extends SourceError {
  constructor(cause: unknown) {
    super(localize('source.serverCantReached'), false, { cause });
  }
}

export interface SourceRequest {
  address: string;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Origins that are allowed even if they aren't public or don't use HTTPS. */
  trustedOrigins: readonly string[];
}

const redirectsMax = 5;
/** How long the source can be silent before the transfer fails, in ms. */
const silenceMs = 30_000;

/**
 * Requests a URL from an image source, following redirects. Only public hosts over HTTPS are
 * allowed. Each hostname, including those of redirects, is resolved once, and the connection uses
 * exactly the address that was checked. Throws `imageSourceRefused` for other URLs, and
 * `SourceError` when there is no response or the hostname resolves to a forbidden address.
 */
export async function openSource(request: SourceRequest): Promise<http.IncomingMessage> {
  let trusted = request.trustedOrigins;
  let address = request.address;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const url = checkSourceAddress(address, trusted);
    const isTrusted = trusted.includes(url.origin);
    const answer = await sendRequest(url, request, isTrusted);
    const { statusCode = 0, headers } = answer;
    if (statusCode < 300 || statusCode >= 400 || !headers.location) return answer;
    answer.destroy();
    // A public host must not redirect to an origin that only the operator trusts.
    if (!isTrusted) trusted = [];
    address = new URL(headers.location, url).href;
  }
  throw new SourceError(localize('source.askSource.urlMoreThanRedirects', { redirectsMax }), true);
}

/**
 * Throws `imageSourceRefused` with the reason if the URL isn't allowed. Doesn't resolve the
 * hostname.
 */
export function checkSourceAddress(address: string, trustedOrigins: readonly string[]): URL {
  const sourceError = (problem: LocalizedText) =>
    userError('imageSourceRefused', { address: address.slice(0, 300), problem });
  if (!URL.canParse(address)) throw sourceError(localize('source.checkSourceAddress.urlIsntValid'));
  const url = new URL(address);
  if (url.username || url.password)
    throw sourceError(localize('source.checkSourceAddress.urlContainsUsernamePassword'));
  if (trustedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:')
    throw sourceError(localize('source.checkSourceAddress.useHttpsUrl'));
  if (url.port !== '')
    throw sourceError(localize('source.checkSourceAddress.onlyDefaultHttpsPort'));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isHiddenLiteral(url.hostname))
    throw sourceError(localize('source.checkSourceAddress.notPublicAddress', { host }));
  return url;
}

function sendRequest(
  url: URL,
  { headers, signal }: SourceRequest,
  isTrusted: boolean,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    headers: { 'user-agent': 'Cloudberth', 'accept-encoding': 'identity', ...headers },
    signal,
    agent: false,
    timeout: silenceMs,
    ...(isTrusted ? {} : { lookup: lookupPublic }),
  });
  request.once('timeout', () =>
    request.destroy(new Error(`nothing heard for ${silenceMs / 1000} s`)),
  );
  request.once('response', resolve);
  request.on('error', (error) => reject(new UnreachableError(error)));
  request.end();
  return promise;
}
