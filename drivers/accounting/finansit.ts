import { createHmac } from 'node:crypto';
import type { HttpSend } from '../http/port.ts';
import { problem, vendorProblem } from '../problem.ts';
import { type AccountingDriver, AccountingFailure, type AccountingSettings } from './port.ts';

/** The service's code for an accepted document. */
const acceptedCode = '0';

/**
 * An accounting service using JSON over HTTP. A document is one POST to the URL of the company,
 * with the secret as bearer token, the document key as `Idempotency-Key`, and `Signature:
 * t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `t.key.body`. The response is `{code, text, documentId,
 * link}`. Code 0 means accepted. A GET of the same URL reports whether the secret is valid.
 */
export function finansitDriver(
  { address, secret, signingSecret, now }: AccountingSettings,
  httpSend: HttpSend,
): AccountingDriver {
  const maskSecrets = (text: string): string =>
    [secret, signingSecret].reduce(
      (redacted, secretPart) => redacted.replaceAll(secretPart, '•••'),
      text,
    );
  const call = async (
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    body: string | null,
  ): Promise<ServiceAnswer> => {
    const common = { authorization: `Bearer ${secret}`, accept: 'application/json' };
    const { status, text } = await httpSend({
      method,
      address,
      headers: { ...common, ...headers },
      body,
    });
    const answer = parseResponse(maskSecrets(text));
    const failure = failureOf(status, answer);
    if (failure) throw failure;
    return answer;
  };
  return {
    check: async () => void (await call('GET', {}, null)),
    handOver: async ({ key, payload }) => {
      const at = Math.floor(now().getTime() / 1000);
      const signature = createHmac('sha256', signingSecret)
        .update(`${at}.${key}.${payload}`)
        .digest('hex');
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': key,
        signature: `t=${at},v1=${signature}`,
      };
      const { code, text, documentId, link } = await call('POST', headers, payload);
      if (documentId === '')
        throw new AccountingFailure('away', problem('referenceMissing'), { resultCode: code });
      return { reference: documentId, resultCode: code, text, documentLink: link };
    },
  };
}

interface ServiceAnswer {
  /** '' when the response isn't from such a service. */
  code: string;
  text: string;
  documentId: string;
  link: string;
}

function failureOf(status: number, { code, text }: ServiceAnswer): AccountingFailure | null {
  const reason = vendorProblem(code, text) ?? problem('onlyStatus', { status });
  const failure = (kind: AccountingFailure['kind'], found = reason) =>
    new AccountingFailure(kind, found, { resultCode: code || String(status) });
  if (status === 401 || status === 403) return failure('credentials');
  // 409: the first call with this key is still being processed.
  if ([408, 409, 425, 429].includes(status) || status >= 500) return failure('away');
  const isSuccess = status >= 200 && status < 300;
  if (code !== '') return isSuccess && code === acceptedCode ? null : failure('refused');
  if (isSuccess) return failure('away', problem('noSuchAnswer', { status }));
  const isWrongAddress = status < 400 || [404, 405, 410].includes(status);
  return failure(isWrongAddress ? 'address' : 'refused');
}

/** Parses a response. A response that isn't JSON counts as empty. */
function parseResponse(text: string): ServiceAnswer {
  try {
    const {
      code,
      text: message,
      documentId,
      link,
    } = (JSON.parse(text) ?? {}) as Record<keyof ServiceAnswer, unknown>;
    return {
      code: short(code, 40),
      text: short(message, 500),
      documentId: short(documentId, 200),
      link: webAddress(link),
    };
  } catch {
    return { code: '', text: '', documentId: '', link: '' };
  }
}

/** One short line from a value that should be a string or a number. */
const short = (value: unknown, length: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, length)
    : '';

/** Returns only web URLs, so that users are never linked to anything else. */
function webAddress(value: unknown): string {
  if (typeof value !== 'string' || value.length > 1000 || !URL.canParse(value)) return '';
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : '';
}
