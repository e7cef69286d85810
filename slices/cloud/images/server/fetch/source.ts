import * as http from 'node:http';
import * as https from 'node:https';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  isHiddenLiteral,
  lookupPublic,
} from '../../../../../server/platform/outside/publicLookup.ts';
import { localize } from '../../texts/localize.ts';

/**
 * The source said no, or said something that is no answer: asking again soon changes nothing when
 * `isFinal`.
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
 * One error for every failure to connect: customers must not learn what a name resolves to or which
 * addresses answer.
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
  /** Origins that are allowed although they aren't public or don't use HTTPS. */
  trustedOrigins: readonly string[];
}

const redirectsMax = 5;
/** How long the source can be silent before the transfer fails. ms */
const silenceMs = 30_000;

/**
 * Requests a URL from an image source, following redirects. Only public hosts over https are
 * allowed. Each address, including those of redirects, is resolved once, checked, and connected to
 * as checked. Throws `imageSourceRefused` for other URLs, and `SourceError` when there is no
 * response or the name resolves elsewhere.
 */
export async function askSource(request: SourceRequest): Promise<http.IncomingMessage> {
  let trusted = request.trustedOrigins;
  let address = request.address;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const url = checkSourceAddress(address, trusted);
    const isTrusted = trusted.includes(url.origin);
    const answer = await ask(url, request, isTrusted);
    const { statusCode = 0, headers } = answer;
    if (statusCode < 300 || statusCode >= 400 || !headers.location) return answer;
    answer.destroy();
    // A public host must not lead to what only we trust.
    if (!isTrusted) trusted = [];
    address = new URL(headers.location, url).href;
  }
  throw new SourceError(localize('source.askSource.urlMoreThanRedirects', { redirectsMax }), true);
}

/**
 * Throws `imageSourceRefused` with what is wrong about the address. Says nothing yet of where its
 * name leads.
 */
export function checkSourceAddress(address: string, trustedOrigins: readonly string[]): URL {
  const refused = (problem: LocalizedText) =>
    userError('imageSourceRefused', { address: address.slice(0, 300), problem });
  if (!URL.canParse(address)) throw refused(localize('source.checkSourceAddress.urlIsntValid'));
  const url = new URL(address);
  if (url.username || url.password)
    throw refused(localize('source.checkSourceAddress.urlContainsUsernamePassword'));
  if (trustedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:') throw refused(localize('source.checkSourceAddress.useHttpsUrl'));
  if (url.port !== '') throw refused(localize('source.checkSourceAddress.onlyDefaultHttpsPort'));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isHiddenLiteral(url.hostname))
    throw refused(localize('source.checkSourceAddress.notPublicAddress', { host }));
  return url;
}

function ask(
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
