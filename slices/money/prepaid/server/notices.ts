import { sql } from 'kysely';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { localize } from '../texts/localize.ts';

const short = localize('short');
const balanceUsedUp = localize('gone');

/** The viewer's latest balance warning, as long as it applies. */
export async function prepaidNotices(ctx: SignedInContext): Promise<Notice[]> {
  if (!hasPermission(ctx, 'billing.view')) return [];
  const { rows } = await sql<{
    level: number;
  }>`select level from prepaid_notice where user_id = ${ctx.actor.userId}`.execute(ctx.db);
  return rows.map(({ level }) => ({
    ...{
      id: 'prepaid',
      severity: level === 2 ? 'problem' : 'warning',
      text: level === 2 ? balanceUsedUp : short,
      remedy: null,
    },
    path: '/billing',
  }));
}
