import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Role } from '../../../../contract/access/roles.ts';
import type { Reach } from '../../access/objectAccess.ts';
import type { Actor, Services } from '../../context.ts';
import type { CallContext } from '../../http/callContext.ts';
import type { SiteDirectory } from '../../sites/sites.ts';
import { systemContext } from '../../systemContext.ts';
import type { ClaimedTask } from './lease.ts';

/** The context of a task: the current state of the account that started it. */
export async function taskContext(
  services: Services,
  sites: SiteDirectory,
  log: Logger,
  task: ClaimedTask,
): Promise<CallContext> {
  const [site, actor] = await Promise.all([sites.byId(task.site_id), readActor(services, task)]);
  return systemContext(services, {
    site,
    actor,
    onBehalfOf: task.on_behalf_of,
    language: task.language,
    requestId: task.request_id,
    ip: task.ip,
    log: log.child({ cmdId: task.id, task: task.type }),
  });
}

async function readActor(services: Services, task: ClaimedTask): Promise<Actor | null> {
  if (!task.created_by) return null;
  const row = await services.database.db
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .select([
      'u.id',
      'u.site_id',
      'u.role',
      'u.email',
      'u.parent_id',
      'site.path',
      'site.is_sandbox',
    ])
    .select(sql<Reach>`actor_reach(u.id, u.role, site.path)`.as('reach'))
    .where('u.id', '=', task.created_by)
    .executeTakeFirstOrThrow();
  return {
    userId: row.id,
    siteId: row.site_id,
    sitePath: row.path,
    role: row.role as Role,
    email: row.email,
    parentId: row.parent_id,
    language: task.language,
    isSandboxed: row.is_sandbox,
    reach: row.reach,
  };
}
