import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';

/** That what was paid ahead runs out, for the dashboard. */
export interface PrepaidNews {
  id: string;
  severity: 'warning' | 'problem';
  text: LocalizedText;
  remedy: null;
  /** Where it is paid in. */
  path: string;
}

const short = localize('short');
const gone = localize('gone');

/** The viewer's latest balance warning, while it applies. */
export async function prepaidNews(ctx: SignedInContext): Promise<PrepaidNews[]> {
  if (!may(ctx, 'billing.view')) return [];
  const { rows } = await sql<{
    level: number;
  }>`select level from prepaid_notice where user_id = ${ctx.actor.userId}`.execute(ctx.db);
  return rows.map(({ level }) => ({
    ...{
      id: 'prepaid',
      severity: level === 2 ? 'problem' : 'warning',
      text: level === 2 ? gone : short,
      remedy: null,
    },
    path: '/billing',
  }));
}
