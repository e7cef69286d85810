import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { ownLogItem } from '../contract.ts';
import { type DateRequest, readDatePage } from './datePage.ts';
import { type EntryRow, entryColumns, entryFrom, present } from './log.ts';

type Item = z.input<typeof ownLogItem>;

/**
 * Returns the actions of a user, actions of others on the user's behalf, and actions on the
 * account, newest first.
 */
export async function listOwnAudit(ctx: SignedInContext, query: DateRequest) {
  const { userId } = ctx.actor;
  // Checks by others are excluded because they don't change the account.
  const isMine = sql`(e.actor_id = ${userId} or e.outcome <> 'checked' and (e.on_behalf_of = ${userId} or e.target_type = 'user' and e.target_id = ${userId}))`;
  const source = {
    columns: entryColumns,
    from: entryFrom,
    where: [isMine],
    at: sql`e.at`,
    id: sql`e.id`,
  };
  return await readDatePage<EntryRow, Item>(ctx, source, query, (row) => describe(ctx, row));
}

function describe(ctx: SignedInContext, row: EntryRow): Item {
  const { userId } = ctx.actor;
  const { id, at, ip, operation, title, outcome, target, changes, details } = present(ctx, row);
  const isByOtherUser = row.actorId !== userId;
  // The location of other users is not disclosed to this user.
  return {
    id,
    at,
    ip: isByOtherUser ? '' : ip,
    operation,
    title,
    outcome,
    target,
    changes,
    details,
    by: row.actor ?? '',
    isByOther: isByOtherUser,
  };
}
