import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from './commandTable.ts';
import type { Profile } from './config.ts';

export interface PortalError {
  code: number;
  info: string;
  key?: string;
}

/** The portal rejected the call. Exits with 1. */
export class RejectedError extends Error {
  readonly status: number;
  readonly errors: readonly PortalError[];

  constructor(status: number, errors: readonly PortalError[]) {
    super(errors.map(({ info, key }) => (key ? `${key}: ${info}` : info)).join('\n'));
    this.status = status;
    this.errors = errors;
  }
}

/** The portal is unreachable or sent an invalid response. Exits with 4. */
export class UnreachableError extends Error {}

export interface CallInput {
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

const maxAttempts = 4;
const waitMs = 1000;
const timeoutMs = 60_000;

/**
 * Sends a call. Repeats it after a rate limit or if the portal is unavailable. Changes have an
 * idempotency key, so that they take effect only once if a response is lost.
 */
export async function callPortal(
  profile: Profile,
  command: Pick<Command, 'method' | 'path' | 'changes' | 'isFile'>,
  input: CallInput,
): Promise<unknown> {
  const headers: Record<string, string> = {
    AuthClientId: profile.clientId,
    AuthSecret: profile.secret,
    'accept-language': 'en',
  };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (command.changes) headers['idempotency-key'] = randomUUID();
  const address = callUrl(profile.url, command.path, input);
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= maxAttempts;
    let response: Response;
    try {
      response = await fetch(address, {
        method: command.method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
    } catch (error) {
      if (isLast) throw new UnreachableError(`${profile.url} isn’t responding: ${reasonOf(error)}`);
      await sleep(waitMs * attempt);
      continue;
    }
    if ((response.status === 429 || response.status === 503) && !isLast) {
      await response.arrayBuffer();
      await sleep(Math.min(Number(response.headers.get('retry-after') ?? 1) || 1, 60) * 1000);
      continue;
    }
    return await answerOf(response, command.isFile);
  }
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as {
    cause?: { message?: string; code?: string };
    message: string;
  };
  return cause?.code ?? cause?.message ?? message;
};

function callUrl(url: string, path: string, { params, query = {} }: CallInput): string {
  const resolvedPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `${url}/svc${resolvedPath}${search ? `?${search}` : ''}`;
}

async function answerOf(response: Response, isFile: boolean): Promise<unknown> {
  if (isFile && response.ok) return Buffer.from(await response.arrayBuffer());
  const text = await response.text();
  let body: { errors?: PortalError[] } | null;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    throw new UnreachableError(
      `${response.url} didn’t answer like a portal (status ${response.status}).`,
    );
  }
  if (Array.isArray(body?.errors)) throw new RejectedError(response.status, body.errors);
  if (!response.ok)
    throw new UnreachableError(
      `${response.url} didn’t answer like a portal (status ${response.status}).`,
    );
  return body;
}
