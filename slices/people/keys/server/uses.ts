import { sql } from 'kysely';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { type DateRequest, readDatePage } from '../../../operations/audit/server/index.ts';
import { findKey } from './store.ts';

interface Row {
  id: number;
  at: Date;
  operation: string;
  outcome: 'done' | 'refused' | 'failed';
  targetType: string | null;
  targetId: string | null;
  ip: string;
  requestId: string;
}

/** A key's history: changes made with it, and rejections. Throws `notFound`. */
export async function listKeyActivity(ctx: SignedInContext, clientId: string, query: DateRequest) {
  await findKey(ctx, clientId);
  const source = {
    columns: sql`e.id, e.at, e.operation, e.outcome, e.target_type as "targetType", e.target_id as "targetId", e.ip, e.request_id as "requestId"`,
    from: sql`audit_entry e`,
    where: [sql`e.api_key = ${clientId}`],
    at: sql`e.at`,
    id: sql`e.id`,
  };
  return await readDatePage<Row, ReturnType<typeof present>>(
    asPortal(ctx, 'the calls with a test key are made by its account in the sandbox'),
    source,
    query,
    present,
  );
}

function present({ at, targetType, targetId, ...row }: Row) {
  return {
    ...row,
    at: at.toISOString(),
    target: targetType === null ? null : { type: targetType, id: targetId ?? '' },
  };
}
