import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type * as z from 'zod';
import { done, type Endpoint } from '../../../contract/endpoint.ts';
import type { Context, SignedInContext } from '../context.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The input of a handler, already validated against the contract. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** For the few calls that need the raw request: cookies, streams, files. */
  request: FastifyRequest;
  reply: FastifyReply;
  /** Only for the kind `socket`. */
  socket: E['kind'] extends 'socket' ? WebSocket : undefined;
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : SignedInContext;
/** The return value of a handler. Nothing if the contract's answer is `done`. */
type AnswerOf<E extends Endpoint> = E['answer'] extends typeof done
  ? unknown
  : E['answer'] extends z.ZodType
    ? z.input<E['answer']>
    : undefined | FastifyReply;

/**
 * One function per operation of a slice. Receives the context and the validated input, and returns
 * the contract's answer.
 */
export type Handlers<C extends Record<string, Endpoint>> = {
  [K in keyof C]: (
    ctx: ContextOf<C[K]>,
    input: Input<C[K]>,
  ) => Promise<AnswerOf<C[K]>> | AnswerOf<C[K]>;
};

export interface BoundRoute {
  operation: string;
  endpoint: Endpoint;
  handler: (ctx: Context, input: Input<Endpoint>) => unknown;
}

/**
 * Combines the operations of a slice with their handlers. The compiler ensures that none is
 * missing.
 */
export function routes<C extends Record<string, Endpoint>>(
  operations: C,
  handlers: Handlers<C>,
): BoundRoute[] {
  return Object.entries(operations).map(([operation, endpoint]) => ({
    operation,
    endpoint,
    handler: withAnswer(endpoint, handlers[operation as keyof C] as BoundRoute['handler']),
  }));
}

const withAnswer = ({ answer }: Endpoint, handler: BoundRoute['handler']): BoundRoute['handler'] =>
  answer === done
    ? async (ctx, input) => {
        await handler(ctx, input);
        return { done: true };
      }
    : handler;
