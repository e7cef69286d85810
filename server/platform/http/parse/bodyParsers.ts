import type { FastifyInstance, FastifyRequest } from 'fastify';
import { userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../../texts/localize.ts';
import { parseForm } from './formBody.ts';
import { parseStrictJson } from './strictJson.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body can be a form. Otherwise, a form is rejected before any other check. */
    takesForms?: boolean;
    /** The allowed form fields. Undefined if unspecified. */
    formFields?: ReadonlySet<string> | undefined;
    /** Whether the JSON is passed on as raw bytes, because they are signed. */
    keepsBytes?: boolean;
  }
}

/**
 * Accepts JSON for every call, and forms and raw bytes only where declared. Nothing else is parsed.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      if (request.routeOptions.config.keepsBytes) return body;
      return body.length === 0 ? undefined : parseStrictJson(textOf(request, body));
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const { takesForms, formFields } = request.routeOptions.config;
      if (!takesForms) throw userError('mediaType', { given: 'application/x-www-form-urlencoded' });
      return body.length === 0 ? undefined : parseForm(textOf(request, body), formFields);
    },
  );
  // Accepted by calls that declare it in the contract, rejected by all others.
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: string | Buffer) => body,
  );
}

const charsetPattern = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
/** A byte order mark is preserved, so that the body is rejected as invalid JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The body as text. Throws `mediaType` for a declared encoding other than UTF-8, and
 * `requestMalformed` for invalid UTF-8.
 */
function textOf({ headers }: FastifyRequest, body: string | Buffer): string {
  const contentType = headers['content-type'] ?? '';
  const charset = charsetPattern.exec(contentType)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset))
    throw userError('mediaType', { given: contentType.slice(0, 100) });
  try {
    return utf8.decode(Buffer.from(body));
  } catch {
    throw userError('requestMalformed', {
      problem: localize('bodyParsers.problem.bodyIsntValidUtf'),
    });
  }
}
