import { sql } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { writeMonth } from '../../../../server/platform/notify/index.ts';
import { companyAccessFilter } from '../../companies/server/index.ts';
import { localize } from '../texts/localize.ts';
import { connectionPath } from './connection/connectionState.ts';
import { documentsPath } from './notifyStuck.ts';

interface Row {
  companyId: string;
  company: string;
  state: 'refused' | 'failed';
  period: string;
  count: number;
}

const maxShown = 5;

/** Notices about rejected and failed exports in the user's companies, grouped by month. */
export async function accountingNotices(ctx: SignedInContext): Promise<Notice[]> {
  if (!hasPermission(ctx, 'ledger.view')) return [];
  const { rows } = await sql<Row>`
    select h.company_id as "companyId", c.legal_name as company, h.state, h.period, count(*)::integer as count
    from accounting_hand_over h join company c on c.id = h.company_id
    where h.state in ('refused', 'failed') and ${companyAccessFilter(ctx, 'h.company_id')}
    group by h.company_id, c.legal_name, h.state, h.period order by h.period desc, c.legal_name, h.state limit ${maxShown}`.execute(
    ctx.db,
  );
  const { rows: rejected } = await sql<{ companyId: string; company: string }>`
    select h.company_id as "companyId", c.legal_name as company from accounting_connection h join company c on c.id = h.company_id
    where h.is_on and h.refused_at is not null and ${companyAccessFilter(ctx, 'h.company_id')} order by c.legal_name limit ${maxShown}`.execute(
    ctx.db,
  );
  const connections = rejected.map(
    ({ companyId, company }): Notice => ({
      ...{
        id: `accounting.${companyId}.connection`,
        severity: 'problem',
        remedy: null,
        path: connectionPath(companyId),
      },
      text: localize('news.text.accountingServiceRejectsConnection', { company }),
    }),
  );
  const documents = rows.map(
    (row): Notice => ({
      ...{
        id: `accounting.${row.companyId}.${row.period}.${row.state}`,
        severity: 'problem',
        text: noticeText(row),
        remedy: null,
      },
      path: documentsPath(row.companyId, row.period, row.state),
    }),
  );
  return [...connections, ...documents];
}

function noticeText({ company, state, period, count }: Row): LocalizedText {
  if (state === 'refused')
    return localize('news.words.documentsRejectedItsAccounting', {
      company,
      period: (language) => writeMonth(period, language),
      count,
    });
  return localize('news.words.documentsCouldntExportedAccounting', {
    company,
    period: (language) => writeMonth(period, language),
    count,
  });
}
