import { createHmac, randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { defineSetting } from '../../../../server/platform/settings/settings.ts';
import { isHiddenLiteral, lookupPublic } from '../../../../server/platform/vendors/publicLookup.ts';
import { localize } from '../texts/localize.ts';
import { type DeliveryProblem, describeDeliveryProblem } from './messages.ts';

/** Only the operator can configure receivers in the private network. */
export const trustedReceivers = defineSetting({
  id: 'alerts.trustedReceivers',
  schema: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^https?:\/\/[\w.[\]:-]+$/, {
          message: schemaMessage(localize('invalid.message.enterOriginExampleHttps')),
        }),
    )
    .max(50),
  fallback: [] as string[],
  level: 'root',
  access: 'portal.manage',
  title: localize('trustedReceivers'),
});

/** Allowed ports besides the default one. */
const otherPorts = ['8443'];

/** The problem with a URL. Null when there is none. Doesn't check what its hostname resolves to. */
function problemOf(url: URL, trusted: readonly string[]): DeliveryProblem | null {
  if (url.username || url.password) return 'password';
  if (trusted.includes(url.origin)) return null;
  if (url.protocol !== 'https:') return 'protocol';
  if (url.port !== '' && !otherPorts.includes(url.port)) return 'port';
  return isHiddenLiteral(url.hostname) ? 'hidden' : null;
}

/** Throws `webhookRefused`. */
export function checkReceiver(address: string, trusted: readonly string[]): URL {
  const webhookError = (problem: DeliveryProblem) =>
    userError(
      'webhookRefused',
      { address: address.slice(0, 300), problem: describeDeliveryProblem(problem) },
      'webhookUrl',
    );
  if (!URL.canParse(address)) throw webhookError('address');
  const url = new URL(address);
  const problem = problemOf(url, trusted);
  if (problem) throw webhookError(problem);
  return url;
}

const secretPrefix = 'whsec_';
export const newSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

/**
 * The signature over ID, time and body as defined by Standard Webhooks, so that an intercepted
 * message can't be changed or replayed later.
 */
export function signatureOf(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

export interface Message {
  id: string;
  url: string;
  body: string;
  secret: string;
  at: Date;
}

/** The HTTP status, or why there was no response. */
export type Outcome = { status: number; retryAfter: string | null } | { problem: DeliveryProblem };

const timeoutMs = 10_000;

/**
 * Sends one message. The connection itself resolves the hostname and only connects to public
 * addresses. Redirects aren't followed, and only the status and `Retry-After` of the response are
 * read.
 */
export async function send(message: Message, trusted: readonly string[]): Promise<Outcome> {
  const url = URL.canParse(message.url) ? new URL(message.url) : null;
  const problem = url ? problemOf(url, trusted) : 'address';
  if (!url || problem) return { problem: problem ?? 'address' };
  const timestamp = Math.floor(message.at.getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(message.body),
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(message.secret, message.id, timestamp, message.body),
  };
  return await new Promise<Outcome>((resolve) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      ...{ method: 'POST', headers, agent: false, signal: AbortSignal.timeout(timeoutMs) },
      ...(trusted.includes(url.origin) ? {} : { lookup: lookupPublic }),
    });
    request.once('response', (answer) => {
      const retryAfter = answer.headers['retry-after'] ?? null;
      resolve({ status: answer.statusCode ?? 0, retryAfter });
      answer.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ problem: publicProblem(error) }),
    );
    request.end(message.body);
  });
}

/**
 * The public problem of a network error. Doesn't disclose what a hostname resolves to or why there
 * was no response, because both describe networks that aren't the customer's.
 */
function publicProblem(error: NodeJS.ErrnoException): DeliveryProblem {
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'unreachable';
}
