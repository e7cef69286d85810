import { sql } from 'kysely';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { companyAccessFilter } from '../../companies/server/index.ts';
import { localize } from '../texts/localize.ts';
import { needsAttention } from './connection/connections.ts';

interface Row {
  companyId: string;
  company: string;
  signedInUntil: Date;
  problem: string;
  /** Number of documents that need a decision or correction. */
  open: number;
}

/**
 * Notices about connections that expire soon or are rejected and about documents that need user
 * action, for the user's companies.
 */
export async function allocationNotices(ctx: SignedInContext): Promise<Notice[]> {
  if (!hasPermission(ctx, 'ledger.view')) return [];
  const { rows } = await sql<Row>`
    select t.company_id as "companyId", c.legal_name as company, t.signed_in_until as "signedInUntil", t.problem,
      (select count(*)::integer from allocation a where a.company_id = c.id and (a.state in ('needsRate', 'invalid') or a.state = 'refused' and a.decision is null)) as open
    from tax_authority_connection t join company c on c.id = t.company_id where ${companyAccessFilter(ctx, 'c.id')} order by lower(c.legal_name), c.id`.execute(
    ctx.db,
  );
  return rows.flatMap((row) => [
    ...(needsAttention(row, ctx.clock.now()) ? [signIn(row)] : []),
    ...(row.open > 0 ? [open(row)] : []),
  ]);
}

function signIn({ companyId, company, signedInUntil, problem }: Row): Notice {
  const day = signedInUntil.toISOString().slice(0, 10);
  const text = problem
    ? localize('news.connectionRejected', { company })
    : localize('news.connectionExpires', { company, day });
  return {
    id: `allocation.signIn.${companyId}`,
    severity: problem ? 'problem' : 'warning',
    text,
    remedy: null,
    path: `/companies/${companyId}/payments`,
  };
}

const open = ({ companyId, company, open: count }: Row): Notice => ({
  ...{ id: `allocation.open.${companyId}`, severity: 'warning', remedy: null, path: '/invoicing' },
  text: localize('open.text', { company, count }),
});
