import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { userError } from '../../../contract/errors/errors.ts';
import { addressesOf } from './binding.ts';

interface Address {
  url: string;
  pattern: RegExp;
  methods: ReadonlySet<string>;
}

/**
 * Throws `methodNotAllowed` with the Allow header (RFC 9110, 15.5.6) if the path is in the
 * contract.
 */
export type RejectOtherMethod = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Rejects methods that a path of the contract doesn't have, for requests without a route. A path
 * that also matches another path's parameter (`/servers/count` and `/servers/:id`) gets its own
 * routes. All other paths need none, which saves thousands of routes at startup.
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  endpoints: Iterable<Endpoint>,
): RejectOtherMethod {
  const addresses = collectAddresses(endpoints);
  const byPrefix = Map.groupBy(addresses, ({ url }) => pathPrefix(url));
  const unsupportedPath = [...byPrefix.keys()].find((prefix) => prefix.includes(':'));
  if (unsupportedPath)
    throw new Error(`The path ${unsupportedPath} has a parameter in its first two parts.`);
  for (const address of addresses) {
    const others = (byPrefix.get(pathPrefix(address.url)) ?? []).filter(
      (other) => other !== address && other.pattern.test(address.url),
    );
    const declaredMethods = new Set(others.flatMap(({ methods }) => [...methods])).difference(
      address.methods,
    );
    if (declaredMethods.size > 0)
      app.route({
        method: [...declaredMethods] as HTTPMethods[],
        url: address.url,
        handler: (request, reply) => throwMethodNotAllowed(address, request, reply),
      });
  }
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const found = (byPrefix.get(pathPrefix(path)) ?? []).find(({ pattern }) => pattern.test(path));
    if (found) throwMethodNotAllowed(found, request, reply);
  };
}

function throwMethodNotAllowed(
  { methods }: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  const allowed = [...methods].sort().join(', ');
  reply.header('allow', allowed);
  throw userError('methodNotAllowed', { method: request.method, allowed });
}

/** Sorts paths by number of parameters, fewest first, like the router. */
function collectAddresses(endpoints: Iterable<Endpoint>): Address[] {
  const methods = new Map<string, Set<string>>();
  for (const endpoint of endpoints)
    for (const url of addressesOf(endpoint))
      methods.set(url, (methods.get(url) ?? new Set()).add(endpoint.method));
  const parameters = (url: string) => url.split(':').length;
  return [...methods]
    .map(([url, methods]) => ({ url, pattern: patternOf(url), methods: methods }))
    .sort((one, other) => parameters(one.url) - parameters(other.url));
}

/** Converts `/svc/servers/:id` to a pattern. */
function patternOf(url: string): RegExp {
  const segments = url
    .split(/(:\w+)/)
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)));
  return new RegExp(`^${segments.join('')}$`);
}

/** The first two segments of a path, which aren't parameters: `/svc/servers`. */
const pathPrefix = (path: string): string => path.split('/', 3).join('/');
