import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../../contract/languages.ts';
import { type BindingOptions, runCallChecks } from '../binding.ts';
import { sessionCookie } from '../cookies.ts';
import { identify, logOf } from '../identify.ts';
import type { BoundRoute, Input } from '../routes.ts';

/** A read that every page of the web app makes first. */
export interface PreloadRead {
  operation: string;
  query?: Readonly<Record<string, string>>;
}

/**
 * The initial data of every page of the web app: the responses of operations and the CSRF token.
 */
export interface PreloadedAnswers {
  language: Language;
  token: string;
  answers: Record<string, unknown>;
}

/**
 * Returns null for callers who aren't signed in. Responses of rejected operations are omitted, so
 * that the page makes the call and handles the error.
 */
export type LoadFirstAnswers = (request: FastifyRequest) => Promise<PreloadedAnswers | null>;

interface AnsweredOperation {
  operation: string;
  answer: unknown;
  token: string | undefined;
  language: Language;
}

/** Runs the reads, each authorized and checked like a call. */
export function preloadAnswers(
  bound: readonly BoundRoute[],
  reads: readonly PreloadRead[],
  options: BindingOptions,
): LoadFirstAnswers {
  const chosen = reads.flatMap(({ operation, query }) =>
    bound.filter((route) => route.operation === operation).map((route) => ({ route, query })),
  );
  return async (request) => {
    if (sessionCookie(request, options.services.config) === undefined) return null;
    const answered: AnsweredOperation[] = [];
    for (const outcome of await Promise.allSettled(
      chosen.map(({ route, query }) => readFirstAnswer(route, query, request, options)),
    )) {
      if (outcome.status === 'rejected')
        logOf(request).debug(
          { err: outcome.reason },
          'the page comes without one of its first answers',
        );
      else if (outcome.value) answered.push(outcome.value);
    }
    const [first] = answered;
    if (!first) return null;
    return {
      language: first.language,
      token: answered.find(({ token }) => token)?.token ?? '',
      answers: Object.fromEntries(answered.map(({ operation, answer }) => [operation, answer])),
    };
  };
}

async function readFirstAnswer(
  route: BoundRoute,
  query: PreloadRead['query'],
  request: FastifyRequest,
  options: BindingOptions,
): Promise<AnsweredOperation | null> {
  const call = await identify(route.endpoint, request, options);
  if (!call.ctx.actor) return null;
  await runCallChecks(route, request, call, options);
  const headers = new Map<string, string>();
  const reply = {
    header: (name: string, value: string) => void headers.set(name, value),
  } as unknown as FastifyReply;
  const parsedQuery = query && route.endpoint.query ? route.endpoint.query.parse(query) : undefined;
  const input = {
    params: undefined,
    query: parsedQuery,
    body: undefined,
    request,
    reply,
  } as unknown as Input<BoundRoute['endpoint']>;
  const result = await route.handler(call.ctx, input as Parameters<BoundRoute['handler']>[1]);
  const answer = route.endpoint.answer ? route.endpoint.answer.parse(result) : result;
  return {
    operation: route.operation,
    answer,
    token: headers.get('token'),
    language: call.ctx.language,
  };
}
