import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Language, languages } from '../../../contract/languages.ts';
import type { AuditNote } from '../audit/audit.ts';
import { clock } from '../clock.ts';
import type { Actor, Context, Services } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Site } from '../sites/sites.ts';

/** The context of a running call: the handler's audit notes and the work to run after commit. */
export interface CallContext extends Context {
  notes: AuditNote[];
  afterCommitWork: (() => void | Promise<void>)[];
}

export interface Caller {
  actor: Actor | null;
  site: Site;
  language: Language;
  ip: string;
  requestId: string;
  log: Logger;
}

export function callContext(services: Services, caller: Caller): CallContext {
  const notes: AuditNote[] = [];
  const afterCommitWork: CallContext['afterCommitWork'] = [];
  return {
    ...caller,
    onBehalfOf: null,
    clock,
    db: services.database.db,
    services,
    notes,
    afterCommitWork,
    note: (note) => void notes.push(note),
    afterCommit: (work) => void afterCommitWork.push(work),
  };
}

/** The same call within a transaction. */
export function withDb<C extends Context>(ctx: C, db: Database): C {
  return { ...ctx, db };
}

/**
 * The first language of the request that the site supports, otherwise the site's first language.
 */
export function languageOf(request: FastifyRequest, site: Site): Language {
  const siteLanguages = site.languages.length > 0 ? site.languages : languages;
  const preferredLanguages = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  for (const language of preferredLanguages) {
    const match = siteLanguages.find((candidate) => candidate === language);
    if (match) return match;
  }
  return siteLanguages[0] as Language;
}
