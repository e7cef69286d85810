import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/languages.ts';
import { admit, type BindingOptions } from './binding.ts';
import { sessionCookie } from './cookies.ts';
import { identify, logOf } from './identify.ts';
import type { BoundRoute, Input } from './routes.ts';

/** What every page of the console asks for first: the operations' answers, and the token that comes with them. */
export interface FirstAnswers {
  language: Language;
  token: string;
  answers: Record<string, unknown>;
}

/** Null for callers who aren't signed in, and where one of the operations is rejected: the page then makes the calls and handles errors. */
export type ReadFirstAnswers = (request: FastifyRequest) => Promise<FirstAnswers | null>;

/** Operations without input, each authorized and checked like a call. */
export function firstAnswersOf(bound: readonly BoundRoute[], operations: readonly string[], options: BindingOptions): ReadFirstAnswers {
  const chosen = bound.filter(({ operation }) => operations.includes(operation));
  return async (request) => {
    if (sessionCookie(request, options.services.config) === undefined) return null;
    try {
      const given = await Promise.all(chosen.map((route) => answerTo(route, request, options)));
      const language = given[0]?.language;
      if (given.some((one) => one === null) || !language) return null;
      return {
        language,
        token: given.map((one) => one?.token).find(Boolean) ?? '',
        answers: Object.fromEntries(chosen.map(({ operation }, at) => [operation, given[at]?.answer])),
      };
    } catch (error) {
      logOf(request).debug({ err: error }, 'the page comes without its first answers');
      return null;
    }
  };
}

async function answerTo(
  route: BoundRoute,
  request: FastifyRequest,
  options: BindingOptions,
): Promise<{ answer: unknown; token: string | undefined; language: Language } | null> {
  const call = await identify(route.endpoint, request, options);
  if (!call.ctx.actor) return null;
  await admit(route, request, call, options);
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => void headers.set(name, value) } as unknown as FastifyReply;
  const input = { params: undefined, query: undefined, body: undefined, request, reply } as unknown as Input<BoundRoute['endpoint']>;
  const result = await route.handler(call.ctx, input as Parameters<BoundRoute['handler']>[1]);
  const answer = route.endpoint.answer ? route.endpoint.answer.parse(result) : result;
  return { answer, token: headers.get('token'), language: call.ctx.language };
}
