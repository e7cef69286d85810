import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UserError, userError } from '../../../contract/errors/errors.ts';
import { code } from '../../../contract/errors/messages.ts';
import { languages } from '../../../contract/languages.ts';
import { inRowScope } from '../access/portalDb.ts';
import { requirePermission } from '../access/scope.ts';
import { type AuditNote, type AuditOutcome, writeAudit } from '../audit/audit.ts';
import type { Context, Services } from '../context.ts';
import { keyCredentials, requireKeyAccess } from '../session/key.ts';
import { requireRecentAuthentication } from '../session/recentAuthentication.ts';
import { isCsrfToken } from '../session/session.ts';
import { lossError } from '../session/sessionEnd.ts';
import type { SiteDirectory } from '../sites/sites.ts';
import { localize } from '../texts/localize.ts';
import type { CallCheck } from './callCheck.ts';
import { type CallContext, withDb } from './callContext.ts';
import { sendText } from './compression.ts';
import { createAccountLimiter, type TaskQueue } from './connections/accountLimiter.ts';
import { answerOnce } from './idempotency.ts';
import { type Call, identify, logOf } from './identify.ts';
import { observeCall } from './metrics.ts';
import { requireOwnOrigin } from './ownOrigin.ts';
import type { SendPage } from './pages/webPages.ts';
import {
  dialectError,
  dialectOf,
  dialectSuccess,
  programLanguage,
} from './parse/responseDialect.ts';
import { requireWellEncoded } from './parse/wellEncoded.ts';
import { isOpenedFile, replaceWithPage } from './responses/browserErrorPage.ts';
import { closeReason } from './responses/closeReason.ts';
import { errorAnswer, parseOrThrow } from './responses/errorResponse.ts';
import { type AnswerChecks, openAnswerChecks } from './responses/responseChecks.ts';
import type { BoundRoute } from './routes.ts';

export interface BindingOptions {
  services: Services;
  sites: SiteDirectory;
  checks?: readonly CallCheck[];
  /** Set if the web app is also served. Users who open a rejected file then see a page. */
  sendPage?: SendPage | undefined;
}

interface Binding extends BindingOptions {
  /** Limits concurrent changes per account. */
  turns: TaskQueue;
  /** Limits concurrent reads per account. */
  reads: TaskQueue;
  /** Limits concurrent owner lookups per key. */
  keys: TaskQueue;
  answers: AnswerChecks;
}

/** Registers every route of the contract on the server. */
export function bindRoutes(
  app: FastifyInstance,
  bound: readonly BoundRoute[],
  bindingOptions: BindingOptions,
): void {
  const options: Binding = {
    ...bindingOptions,
    turns: createAccountLimiter(),
    reads: createAccountLimiter(),
    keys: createAccountLimiter(),
    answers: openAnswerChecks(bindingOptions.services.config.answerCheckEvery),
  };
  for (const route of bound) {
    const { method, kind, speaks, body } = route.endpoint;
    const formFields = body instanceof z.ZodObject ? new Set(Object.keys(body.shape)) : undefined;
    const config = {
      takesForms: speaks !== undefined,
      formFields,
      keepsBytes: route.endpoint.isSigned ?? false,
    };
    if (kind === 'socket') bindSocket(app, route, options);
    else
      for (const url of addressesOf(route.endpoint))
        app.route({
          method,
          url,
          config,
          handler: (request, reply) => answerCall(route, request, reply, options),
        });
  }
}

/** The paths of an operation: the one below `/svc` and the alias path for published clients. */
export const addressesOf = ({ path, also }: Endpoint): string[] => [
  fastifyPath(path),
  ...(also ? [withParameters(also)] : []),
];

/** `/servers/{serverId}` → `/svc/servers/:serverId` */
export const fastifyPath = (path: string): string => `/svc${withParameters(path)}`;

const withParameters = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Binds a WebSocket route. Connections are only accepted from our own page, and errors close them
 * with the reason as text.
 */
function bindSocket(app: FastifyInstance, route: BoundRoute, options: Binding): void {
  app.route({
    method: 'GET',
    url: fastifyPath(route.endpoint.path),
    handler: async (_request, reply) =>
      reply.code(426).send({
        errors: [{ code: code.requestMalformed, info: 'Open this address as a WebSocket.' }],
        code: [code.requestMalformed],
      }),
    wsHandler: async (socket, request) => {
      let ctx: CallContext | null = null;
      try {
        const call = await identify(route.endpoint, request, options);
        ctx = call.ctx;
        requireOwnOrigin(request, ctx.site, options.services.config);
        await runCallChecks(route, request, call, options);
        await runCall(route, scopeOfCall(route, ctx), options, request, null as never, socket);
      } catch (error) {
        const errorResponse = errorAnswer(
          error,
          ctx?.language ?? languages[0],
          errorAnswerContext(request, options),
        );
        socket.close(
          4000 + errorResponse.status,
          closeReason(errorResponse.body.errors[0]?.info ?? ''),
        );
      }
    },
  });
}

/**
 * Handles a call from request to response: identify, authorize, validate the input, run, validate
 * the response.
 */
async function answerCall(
  route: BoundRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Binding,
): Promise<unknown> {
  const startedAt = performance.now();
  const dialect = dialectOf(route.endpoint, request);
  let ctx: CallContext | null = null;
  try {
    const call = await identifyLimited(route, request, options);
    const { ctx: callContext } = call;
    ctx = callContext;
    // Responses to programs don't depend on the language of their key's owner.
    if (dialect) ctx.language = programLanguage(request, ctx.language);
    const answer = await readLimited(route, callContext, options, async () => {
      await runCallChecks(route, request, call, options);
      return await runCall(route, scopeOfCall(route, callContext), options, request, reply);
    });
    if (reply.sent || answer === reply) return reply;
    const body = dialect ? dialectSuccess(request, answer) : answer;
    return route.endpoint.changes
      ? await sendJson(reply, body)
      : await sendCompressed(request, reply, body);
  } catch (error) {
    const errorResponse = errorAnswer(
      error,
      ctx?.language ?? languages[0],
      errorAnswerContext(request, options),
    );
    if (ctx && route.endpoint.changes) await recordRejection(route, ctx, error);
    if (errorResponse.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(errorResponse.retryAfterSeconds));
    if (options.sendPage && isOpenedFile(route.endpoint, request))
      return await replaceWithPage(
        route.endpoint,
        request,
        reply.code(errorResponse.status),
        options.sendPage,
      );
    const { status, body } = dialect
      ? dialectError(request, dialect, error, errorResponse)
      : errorResponse;
    return await sendJson(reply.code(status), body);
  } finally {
    const ms = performance.now() - startedAt;
    observeCall(route.operation, reply.statusCode, ms);
    const line = {
      operation: route.operation,
      status: reply.statusCode,
      ms: Math.round(ms),
      userId: ctx?.actor?.userId,
    };
    if (route.endpoint.changes) request.log.info(line, 'call');
    else request.log.debug(line, 'call');
  }
}

/**
 * Each call with a key looks up its owner in the database. This limits concurrent lookups per key.
 */
function identifyLimited(
  { endpoint }: BoundRoute,
  request: FastifyRequest,
  options: Binding,
): Promise<Call> {
  const credentials = keyCredentials(request.headers);
  const find = () => identify(endpoint, request, options);
  return credentials ? options.keys.take(JSON.stringify(credentials), find) : find();
}

/**
 * Limits concurrent reads per account and queues the rest, so that one account can't occupy the
 * database.
 */
function readLimited<T>(
  { endpoint }: BoundRoute,
  ctx: CallContext,
  { reads }: Binding,
  work: () => Promise<T>,
): Promise<T> {
  const account = payerOf(ctx);
  return endpoint.changes || account === undefined ? work() : reads.take(account, work);
}

/**
 * The account whose limit applies. Orders of sub-accounts lock the paying account, so they share
 * its limit.
 */
const payerOf = ({ actor }: CallContext): string | undefined => actor?.parentId ?? actor?.userId;

const errorAnswerContext = (request: FastifyRequest, { services }: BindingOptions) => ({
  requestId: request.id,
  log: logOf(request),
  resources: services.resources,
});

const asJson = (reply: FastifyReply) =>
  reply.header('content-type', 'application/json; charset=utf-8');
const sendJson = (reply: FastifyReply, body: unknown) => asJson(reply).send(JSON.stringify(body));
const sendCompressed = (request: FastifyRequest, reply: FastifyReply, body: unknown) =>
  sendText(request, asJson(reply), JSON.stringify(body));

/** Runs all checks before a call. */
export async function runCallChecks(
  route: BoundRoute,
  request: FastifyRequest,
  call: Call,
  options: BindingOptions,
): Promise<void> {
  checkAccess(route.endpoint, request, call);
  await requireRecentAuthentication(call.ctx, route.operation, route.endpoint);
  for (const check of options.checks ?? []) await check(call.ctx, route.operation, route.endpoint);
}

/**
 * Throws the error that the specification defines for a lost session, a forged call, or a missing
 * permission.
 */
function checkAccess(
  endpoint: Endpoint,
  request: FastifyRequest,
  { ctx, loss, cookie, keyProblem }: Call,
): void {
  if (keyProblem) throw keyProblem;
  if (endpoint.access !== 'public' && ctx.site.isSuspended)
    throw userError('siteSuspended', { site: ctx.site.systemName });
  if (endpoint.access !== 'public' && !ctx.actor) throw lossError(loss);
  if (endpoint.changes) {
    requireSameOrigin(request, ctx.actor && cookie ? cookie : null);
    // Browsers never add a key automatically, and signed calls are authenticated by their
    // signature.
    if (!ctx.actor?.key && !endpoint.isSigned)
      requireOwnOrigin(request, ctx.site, ctx.services.config);
  }
  requireAuthorization(ctx, endpoint, (request.params ?? {}) as Record<string, unknown>);
}

/** Throws if the caller isn't authorized, regardless of transport. */
export function requireAuthorization(
  ctx: Context,
  endpoint: Endpoint,
  params: Record<string, unknown>,
): void {
  requireKeyAccess(ctx, endpoint, params);
  const session = ctx.actor?.session;
  if (endpoint.changes && session?.operator && !session.operator.mayChange && !endpoint.whileActing)
    throw userError('actingReadOnly');
  if (endpoint.access === 'public' || endpoint.access === 'signedIn') return;
  if (session && !session.isEmailValidated) throw userError('emailNotValidated');
  requirePermission(ctx, endpoint.access);
}

/**
 * Throws unless a changing call comes from our own page, as shown by the browser's origin header
 * and the session token.
 */
function requireSameOrigin(request: FastifyRequest, sessionCookieValue: string | null): void {
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw userError('crossSite');
  if (sessionCookieValue === null) return;
  const token = request.headers.token;
  if (typeof token !== 'string' || !isCsrfToken(sessionCookieValue, token)) throw userError('csrf');
}

/**
 * The database scope of the handler. Public calls don't concern any account's rows, or determine
 * the owner themselves.
 */
const scopeOfCall = ({ endpoint }: BoundRoute, ctx: CallContext): CallContext =>
  endpoint.access === 'public' || endpoint.seesWholeDatabase ? ctx : inRowScope(ctx);

/** The audit outcome. All dry runs use the same field, so that none is logged as done. */
const outcomeOf = (body: unknown): AuditOutcome =>
  typeof body === 'object' && body !== null && 'checkOnly' in body && body.checkOnly === true
    ? 'checked'
    : 'done';

async function runCall(
  route: BoundRoute,
  ctx: CallContext,
  { turns, answers }: Pick<Binding, 'turns' | 'answers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  socket?: WebSocket,
): Promise<unknown> {
  const { endpoint, handler, operation } = route;
  const input = { ...parseInput(endpoint, request), request, reply, socket } as Parameters<
    BoundRoute['handler']
  >[1];
  const checkedAnswer = async (inner: CallContext) =>
    answers.checked(route, await handler(inner, input));
  if (!endpoint.changes) return await checkedAnswer(ctx);
  if (endpoint.unrecorded) return await checkedAnswer(ctx);
  if (endpoint.ownTransaction) {
    const answer = await checkedAnswer(ctx);
    await writeAudit(ctx, ctx.db, operation, outcomeOf(input.body), ctx.notes);
    await runAfterCommit(ctx);
    return answer;
  }
  const change = () =>
    ctx.db.transaction().execute(async (transaction) => {
      const inner = withDb(ctx, transaction);
      return await answerOnce(inner, request, operation, async () => {
        const result = await checkedAnswer(inner);
        await writeAudit(inner, transaction, operation, outcomeOf(input.body), ctx.notes);
        return result;
      });
    });
  const account = payerOf(ctx);
  const answer = account === undefined ? await change() : await turns.take(account, change);
  await runAfterCommit(ctx);
  return answer;
}

/**
 * Validates the raw input against the contract. Parts that aren't in the contract must be absent or
 * empty.
 */
export function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  const params = endpoint.params ? parseOrThrow(endpoint.params, request.params) : undefined;
  const query = checkQuery(endpoint, request);
  const acceptsBytes = endpoint.bytes ?? endpoint.isSigned ?? false;
  if (Buffer.isBuffer(request.body) !== acceptsBytes)
    throw userError('mediaType', {
      given: String(request.headers['content-type'] ?? 'none').slice(0, 100),
    });
  if (acceptsBytes) return { params, query, body: undefined };
  const rawBody = request.body === undefined ? {} : request.body;
  const body = endpoint.body ? parseOrThrow(endpoint.body, rawBody) : undefined;
  if (!endpoint.body && !isEmptyObject(rawBody))
    throw userError('inputInvalid', {
      problem: localize('binding.problem.callDoesntAcceptBody'),
    });
  return { params, query, body };
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 0;

/**
 * Validates the query. `paceDisable` is accepted everywhere, because the documented client sends
 * it, and is ignored.
 */
function checkQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  requireWellEncoded(request.url.split('?').slice(1).join('?'));
  const rawQuery = { ...(request.query as Record<string, unknown>) };
  delete rawQuery.paceDisable;
  for (const [key, value] of Object.entries(rawQuery)) {
    if (Array.isArray(value))
      throw userError(
        'inputInvalid',
        {
          problem: localize('binding.problem.sendParameterOnlyOnce'),
        },
        key,
      );
    if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed()))
      throw userError(
        'inputInvalid',
        {
          problem: localize('binding.problem.textContainsU0000'),
        },
        key,
      );
  }
  if (endpoint.query) return parseOrThrow(endpoint.query, rawQuery);
  const extra = Object.keys(rawQuery)[0];
  if (extra !== undefined)
    throw userError(
      'inputInvalid',
      {
        problem: localize('binding.problem.callDoesntAcceptParameter'),
      },
      extra.slice(0, 100),
    );
  return undefined;
}

async function runAfterCommit(ctx: CallContext): Promise<void> {
  for (const work of ctx.afterCommitWork) await work();
}

/** Logs a rejected change. A logging failure must not prevent the response. */
async function recordRejection(route: BoundRoute, ctx: CallContext, error: unknown): Promise<void> {
  // Rejected anonymous calls leave no row, so that anonymous callers can't fill tables.
  if (!ctx.actor && (route.endpoint.access !== 'public' || route.endpoint.isSigned)) return;
  const outcome = error instanceof UserError ? 'refused' : 'failed';
  const detail =
    error instanceof UserError ? error.reasons.map((reason) => reason.name) : undefined;
  const { targetType, targetId } = ctx.notes.at(-1) ?? {};
  const note: AuditNote = {
    detail,
    ...(targetType ? { targetType } : {}),
    ...(targetId ? { targetId } : {}),
  };
  try {
    await writeAudit(ctx, ctx.services.database.db, route.operation, outcome, [note]);
  } catch (failure) {
    ctx.log.error(
      { err: failure, operation: route.operation },
      'A rejected call couldn’t be recorded',
    );
  }
}
