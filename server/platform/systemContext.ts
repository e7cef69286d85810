import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Language, languages } from '../../contract/languages.ts';
import type { Actor, Services } from './context.ts';
import { type CallContext, callContext } from './http/callContext.ts';
import type { Site } from './sites/sites.ts';

/** The actor of background work. */
export interface SystemWork {
  site: Site;
  log: Logger;
  /**
   * The account on whose behalf the work runs. If omitted, it is the portal's own work, which needs
   * no permission.
   */
  actor?: Actor | null;
  onBehalfOf?: string | null;
  language?: Language;
  /** The call that requested it, for tracing. */
  requestId?: string;
  ip?: string;
}

/** The context of background work: tasks and periodic jobs. */
export function systemContext(services: Services, work: SystemWork): CallContext {
  const ctx = callContext(services, {
    actor: work.actor ?? null,
    site: work.site,
    language: work.language ?? work.actor?.language ?? work.site.languages[0] ?? languages[0],
    ip: work.ip ?? '',
    requestId: work.requestId ?? randomUUID(),
    log: work.log,
  });
  return { ...ctx, onBehalfOf: work.onBehalfOf ?? null };
}
