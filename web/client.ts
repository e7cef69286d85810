import type * as z from 'zod';
import type { ErrorItem } from '../contract/errors/errors.ts';
import type { Contract } from '../contract/index.ts';
import { callOf } from './calls.ts';
import { code } from './codes.ts';
import { lockPressedControl, releasePressed } from './data/controlLocks.ts';
import { currentLanguage } from './texts/texts.ts';

type In<E> = {
  [K in keyof E as K extends 'params' | 'query' | 'body' ? K : never]: E[K] extends z.ZodType
    ? z.input<E[K]>
    : never;
};
type Out<E> = E extends { answer: infer A extends z.ZodType } ? z.output<A> : undefined;
/** The input and the response of every operation, by its name. */
export type Calls = { [K in keyof Contract]: { in: In<Contract[K]>; out: Out<Contract[K]> } };
export type Operation = keyof Calls;
export type Answer<K extends Operation> = Calls[K]['out'];

const tokenKey = 'token';
const timeoutMs = 60_000;

/** The error of a call: the error list of the specification, or a transport error with its code. */
export class CallError extends Error {
  readonly errors: readonly ErrorItem[];
  readonly status: number;
  /** The rejected call, with its path parameters. */
  readonly about: { operation: Operation; params: Readonly<Record<string, string>> } | undefined;

  constructor(status: number, errors: readonly ErrorItem[], request?: CallError['about']) {
    super(errors[0]?.info ?? '');
    this.name = 'CallError';
    this.status = status;
    this.errors = errors;
    this.about = request;
  }

  get code(): number {
    return this.errors[0]?.code ?? 1;
  }
}

/**
 * How the app reacts to a lost session or a rejected call. Set by the shell and by the sign-in
 * page.
 */
export interface FailureHandling {
  toLogin(query: string): void;
  reload(): void;
  /** 403 outside the dashboard: the user's permissions have changed. */
  contextChanged(): void;
}

let failureHandling: FailureHandling | null = null;

/**
 * Active while signed in. Set to null on the sign-in, forgot, logout and reset pages, where the
 * form handles errors.
 */
export function handleFailures(next: FailureHandling | null): void {
  failureHandling = next;
}

type Reauthenticate = () => Promise<boolean>;
let reauthenticate: Reauthenticate | null = null;
let pendingReauthentication: Promise<boolean> | null = null;

/**
 * Sets the handler that is called when the portal requires recent authentication (code 1800). If
 * the user authenticates, the call is repeated, otherwise it stays rejected. Calls that are
 * rejected at the same time share one authentication.
 */
export function setProver(next: Reauthenticate | null): void {
  reauthenticate = next;
}

let authenticationCount = 0;

/**
 * Whether the user has authenticated since the call was sent, according to the counter. Requests
 * authentication if not.
 */
async function hasReauthenticated(countBefore: number): Promise<boolean> {
  if (authenticationCount > countBefore) return true;
  pendingReauthentication ??= (reauthenticate ? reauthenticate() : Promise.resolve(false)).finally(
    () => {
      pendingReauthentication = null;
    },
  );
  const isVerified = await pendingReauthentication;
  if (isVerified) authenticationCount += 1;
  return isVerified;
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The body of a call that accepts raw bytes. */
  bytes?: ArrayBuffer;
}

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The path and query of an operation, below `/svc`. Also used for links to files. */
export function addressOf(operation: Operation, input: Loose = {}): string {
  const { path } = callOf(operation);
  const resolvedPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return `/svc${resolvedPath}${search ? `?${search}` : ''}`;
}

const prefetched = new Map<string, Promise<Response>>();
/** Prefetched responses not used by then are too old to be shown as current. */
const prefetchedKeepMs = 10_000;

/**
 * Starts a read before the code that needs it is loaded. The first call of the same URL uses it.
 */
export function prefetch(operation: Operation, input: Loose = {}): void {
  const address = addressOf(operation, input);
  const answer = fetch(address, {
    headers: headersFor({}),
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Errors are handled by the caller, which may run later.
  answer.catch(() => undefined);
  prefetched.set(address, answer);
  setTimeout(() => prefetched.delete(address), prefetchedKeepMs);
}

/**
 * Stores a response that was included in the page, with its token, for the first call of its URL.
 */
export function storePrefetched(
  operation: Operation,
  input: Loose,
  answer: unknown,
  token: string,
): void {
  const address = addressOf(operation, input);
  prefetched.set(
    address,
    Promise.resolve(
      new Response(JSON.stringify(answer), {
        headers: { 'content-type': 'application/json', token },
      }),
    ),
  );
  setTimeout(() => prefetched.delete(address), prefetchedKeepMs);
}

function claimStartedCall(address: string): Promise<Response> | undefined {
  const answer = prefetched.get(address);
  prefetched.delete(address);
  return answer;
}

function headersFor(input: Loose, options: CallOptions = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'api-version': 'latest',
    'accept-language': currentLanguage(),
  };
  const token = sessionStorage.getItem(tokenKey);
  if (token) headers.token = token;
  if (options.bytes) headers['content-type'] = 'application/octet-stream';
  else if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  return headers;
}

/** A captured change that was not sent. */
export interface CapturedCall {
  operation: Operation;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

let reader: ((capturedCall: CapturedCall) => void) | null = null;

/**
 * Runs the work until its first change, and returns that change without sending it. Null if the
 * work ends or fails before. Reads are sent.
 */
export function captureCall(work: () => Promise<unknown>): Promise<CapturedCall | null> {
  return new Promise((resolve) => {
    const end = (capturedCall: CapturedCall | null) => {
      reader = null;
      resolve(capturedCall);
    };
    reader = end;
    releasePressed();
    work().then(
      () => end(null),
      () => end(null),
    );
  });
}

type ChangeListener = (
  operation: Operation,
  params: Readonly<Record<string, string>>,
) => (isDone: boolean) => void;
let changeListener: ChangeListener | null = null;

/**
 * Sets the handler that is called when this tab sends a change. The function it returns is called
 * with the outcome, even after a rejection, because the screens can be outdated.
 */
export function setChangeListener(next: ChangeListener | null): void {
  changeListener = next;
}

const pendingChanges = new Map<string, Promise<unknown>>();

/**
 * Sends a change and disables the control that started it. If the same change is already running,
 * both callers share one request and its result.
 */
function change(operation: Operation, input: Loose, options: CallOptions): Promise<unknown> {
  if (options.bytes) return sendChange(operation, input, options);
  const key = JSON.stringify([operation, input, options.idempotencyKey]);
  const pendingCall = pendingChanges.get(key);
  if (pendingCall) return pendingCall;
  const unlock = lockPressedControl();
  const pending = sendChange(operation, input, options).finally(() => {
    if (pendingChanges.get(key) === pending) pendingChanges.delete(key);
    unlock();
  });
  pendingChanges.set(key, pending);
  return pending;
}

/** Sends a change, and notifies the follower before and after it. */
async function sendChange(
  operation: Operation,
  input: Loose,
  options: CallOptions,
): Promise<unknown> {
  const end = changeListener?.(operation, input.params ?? {});
  let isDone = false;
  try {
    const answer = await send(operation, input, options);
    isDone = true;
    return answer;
  } finally {
    end?.(isDone);
  }
}

/**
 * Stops joining running calls, because in a page restored from the browser's cache, their responses
 * are lost.
 */
export function clearPendingChanges(): void {
  pendingChanges.clear();
}

/** Whether the call makes a change. Reads can be aborted by their signal, and are never joined. */
const isChange = (operation: Operation, { signal }: CallOptions): boolean =>
  !signal && callOf(operation).method !== 'GET';

/**
 * Makes the call, and repeats it with the same idempotency key after the user has authenticated.
 */
async function send(operation: Operation, input: Loose, options: CallOptions): Promise<unknown> {
  if (reader && callOf(operation).method !== 'GET') {
    reader({ operation, params: input.params ?? {}, query: input.query ?? {}, body: input.body });
    return await new Promise(() => undefined);
  }
  const countBefore = authenticationCount;
  try {
    return await sendOnce(operation, input, options);
  } catch (error) {
    const requiresReauthentication =
      error instanceof CallError && error.status === 403 && error.code === code.proofNeeded;
    if (
      !requiresReauthentication ||
      options.signal?.aborted ||
      !(await hasReauthenticated(countBefore))
    )
      throw error;
    return await sendOnce(operation, input, options);
  }
}

async function sendOnce(
  operation: Operation,
  input: Loose,
  options: CallOptions,
): Promise<unknown> {
  const { method } = callOf(operation);
  const address = addressOf(operation, input);
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await ((method === 'GET' ? claimStartedCall(address) : undefined) ??
      fetch(address, {
        method,
        headers: headersFor(input, options),
        body: options.bytes ?? (input.body === undefined ? null : JSON.stringify(input.body)),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      }));
  } catch (error) {
    throw transportError(error, options.signal);
  }
  const newToken = response.headers.get('token');
  if (newToken) sessionStorage.setItem(tokenKey, newToken);
  return await parseResponse(response, { operation, params: input.params ?? {} });
}

/** The messages of the documented client. The toast translates them. */
function transportError(error: unknown, signal: AbortSignal | undefined): CallError {
  if (signal?.aborted) return new CallError(0, [{ code: -1, info: 'Request aborted' }]);
  if ((error as Error).name === 'TimeoutError')
    return new CallError(0, [{ code: 408, info: `timeout of ${timeoutMs} ms exceeded` }]);
  return new CallError(0, [{ code: -1, info: 'Network Error' }]);
}

async function parseResponse(response: Response, request: CallError['about']): Promise<unknown> {
  const source = await response.text().catch(() => '');
  let body: { errors?: ErrorItem[]; code?: number[] } | undefined;
  try {
    body = source === '' ? undefined : (JSON.parse(source) as typeof body);
  } catch {
    body = undefined;
  }
  if (response.status === 504)
    throw new CallError(504, [{ code: 408, info: 'Network error occurred, please try again.' }]);
  if (response.status === 502)
    throw new CallError(502, [{ code: 409, info: 'General error, please try again later.' }]);
  if (body === undefined || body === null)
    throw new CallError(response.status, [
      { code: -1, info: response.ok ? 'unknown error' : 'api failed' },
    ]);
  if (Array.isArray(body.errors)) {
    handleFailure(response.status, body.code?.[0] ?? 1);
    throw new CallError(response.status, body.errors, request);
  }
  if (!response.ok) throw new CallError(response.status, [{ code: -1, info: 'api failed' }]);
  return body;
}

/** Specification section 8, handling of failed responses. */
function handleFailure(status: number, firstCode: number): void {
  if (!failureHandling) return;
  if (status === 401) {
    if (firstCode === code.csrf) failureHandling.reload();
    else if (firstCode === code.userDisconnected) failureHandling.toLogin('?disconnected=1');
    else if (firstCode === code.ipChanged)
      failureHandling.toLogin(`?disconnectedByIp=${code.ipChanged}`);
    else failureHandling.toLogin('');
  } else if (
    status === 403 &&
    firstCode !== code.proofNeeded &&
    location.pathname !== '/dashboard'
  ) {
    failureHandling.contextChanged();
  }
}

/**
 * Handles the end of the session when it is reported by something other than a call. `code`: the
 * code that a call would get.
 */
export const handleSessionLoss = (code: number): void => handleFailure(401, code);

type Arguments<K extends Operation> = keyof Calls[K]['in'] extends never
  ? [input?: Calls[K]['in'], options?: CallOptions]
  : [input: Calls[K]['in'], options?: CallOptions];

/**
 * Sends a call of the contract. Throws `CallError`. A body with an error list is an error
 * regardless of its status.
 */
export function call<K extends Operation>(
  operation: K,
  ...[input, options]: Arguments<K>
): Promise<Answer<K>> {
  const callOptions = options ?? {};
  const sender = !reader && isChange(operation, callOptions) ? change : send;
  return sender(operation, (input ?? {}) as Loose, callOptions) as Promise<Answer<K>>;
}

/** Whether this tab has had a session. */
export const hasToken = (): boolean => sessionStorage.getItem(tokenKey) !== null;

export function clearToken(): void {
  sessionStorage.removeItem(tokenKey);
}
