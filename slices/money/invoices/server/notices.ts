import { sql } from 'kysely';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { writeMonth } from '../../../../server/platform/notify/index.ts';
import { companyAccessFilter } from '../../companies/server/index.ts';
import { localize } from '../texts/localize.ts';

interface Row {
  companyId: string;
  company: string;
  period: string;
  count: number;
}

const maxShown = 5;

/**
 * For administrators of companies: documents with an implausible number of lines are not issued
 * before manual review.
 */
export async function invoiceNotices(ctx: SignedInContext): Promise<Notice[]> {
  if (!hasPermission(ctx, 'ledger.view')) return [];
  const { rows } = await sql<Row>`
    select i.company_id as "companyId", c.legal_name as company, to_char(i.period, 'YYYY-MM') as period, count(*)::integer as count
    from invoice i join company c on c.id = i.company_id
    where i.state = 'blocked' and 'tooManyLines' = any(i.faults) and not i.is_released and i.period is not null and ${companyAccessFilter(ctx, 'i.company_id')}
    group by i.company_id, c.legal_name, i.period order by i.period desc, c.legal_name limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows.map(({ companyId, company, period, count }) => ({
    ...{
      id: `invoices.held.${companyId}.${period}`,
      severity: 'problem',
      remedy: null,
      path: `/invoicing/${companyId}/${period}/invoicing`,
    },
    text: localize('news.text.invoicesUnusuallyManyLines', {
      company,
      period: (language) => writeMonth(period, language),
      count,
    }),
  }));
}
