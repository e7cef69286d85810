import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { userError } from '../contract/errors/errors.ts';
import { languages } from '../contract/languages.ts';
import type { Services } from './platform/context.ts';
import { bindRoutes } from './platform/http/binding.ts';
import type { CallCheck } from './platform/http/callCheck.ts';
import { closePromptly } from './platform/http/connections/closePromptly.ts';
import { rejectOtherMethods } from './platform/http/otherMethods.ts';
import { type PreloadRead, preloadAnswers } from './platform/http/pages/preloadedAnswers.ts';
import { type PageHosts, setSecurityHeaders } from './platform/http/pages/securityHeaders.ts';
import { isReadinessProbe, pageOf, readyAnswer, serveWeb } from './platform/http/pages/webPages.ts';
import { acceptBodies } from './platform/http/parse/bodyParsers.ts';
import { answerClientError } from './platform/http/responses/clientError.ts';
import { errorAnswer, unknownRoute } from './platform/http/responses/errorResponse.ts';
import type { BoundRoute } from './platform/http/routes.ts';
import type { Resources } from './platform/resources/resources.ts';
import type { Site, SiteDirectory } from './platform/sites/sites.ts';
import { localize } from './platform/texts/localize.ts';

const maxBodyBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
/**
 * How long a connection without traffic stays open, with no request or an unread response, in ms.
 */
const idleConnectionMs = 120_000;

export interface AppOptions {
  services: Services;
  sites: SiteDirectory;
  routes: readonly BoundRoute[];
  /** Checks that slices run on every call. */
  checks?: readonly CallCheck[];
  log: Logger;
  /** Origins that a site's pages can access in addition to our own. */
  hostsBeside?: (site: Site) => Promise<PageHosts | null>;
  /** Overrides the default of two minutes. */
  idleConnectionMs?: number;
  /** Operations whose responses are embedded in the page. */
  firstReads?: readonly PreloadRead[];
  /** Folder of the built web app. If omitted, only `/svc` is served. */
  webDir?: string;
}

/** The HTTP server: the contract under `/svc` and the web app everywhere else. */
export async function createApp(parts: AppOptions): Promise<FastifyInstance> {
  const { services, sites, log } = parts;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    connectionTimeout: parts.idleConnectionMs ?? idleConnectionMs,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    routerOptions: { maxParamLength: 300, caseSensitive: true },
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
    http: { maxHeaderSize: maxHeaderBytes },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, maxHeaderBytes),
  });
  closePromptly(app);
  await app.register(cookie);
  await app.register(websocket, { options: { maxPayload: 256 * 1024 } });
  acceptBodies(app);
  app.addHook('onRequest', async (request, reply) =>
    setSecurityHeaders(request, reply, services.config),
  );
  app.setErrorHandler((error, request, reply) =>
    answerFrameworkError(error, request, reply, services.resources),
  );
  const checks = parts.checks ?? [];
  const sendPage =
    parts.webDir === undefined
      ? undefined
      : pageOf(parts.webDir, {
          sites,
          config: services.config,
          hostsBeside: parts.hostsBeside ?? (async () => null),
          readFirstAnswers: preloadAnswers(parts.routes, parts.firstReads ?? [], {
            services,
            sites,
            checks,
          }),
        });
  bindRoutes(app, parts.routes, { services, sites, checks, sendPage });
  const rejectOtherMethod = rejectOtherMethods(
    app,
    parts.routes.map(({ endpoint }) => endpoint),
  );
  if (parts.webDir && sendPage)
    await serveWeb(app, parts.webDir, { sendPage, refuseOtherMethod: rejectOtherMethod });
  else
    app.setNotFoundHandler((request, reply) => {
      if (isReadinessProbe(request)) return reply.send(readyAnswer);
      rejectOtherMethod(request, reply);
      throw unknownRoute(request.method, request.url);
    });
  return app;
}

/** Sends errors of Fastify itself in the error format of the specification. */
function answerFrameworkError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  resources: Resources,
): FastifyReply {
  const { code } = error as { code?: string };
  const frameworkErrors: Record<string, () => unknown> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
      userError('mediaType', {
        given: String(request.headers['content-type'] ?? 'none').slice(0, 100),
      }),
    FST_ERR_CTP_BODY_TOO_LARGE: () => userError('bodyTooLarge', { max: maxBodyBytes }),
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
      userError('requestMalformed', {
        problem: localize('app.problem.contentLengthDoesntMatch'),
      }),
    FST_ERR_BAD_URL: () =>
      userError('requestMalformed', {
        problem: localize('app.problem.addressIsntValidUrl'),
      }),
    FST_ERR_MAX_PARAM_LENGTH: () =>
      userError('requestMalformed', {
        problem: localize('app.problem.partAddressTooLong'),
      }),
  };
  const mappedError = (code && frameworkErrors[code]?.()) || error;
  const language =
    languages.find((candidate) =>
      (request.headers['accept-language'] ?? '').startsWith(candidate),
    ) ?? languages[0];
  const answer = errorAnswer(mappedError, language, {
    requestId: request.id,
    log: request.log as Logger,
    resources,
  });
  if (answer.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}
