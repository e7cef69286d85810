import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { allocatedCharges } from '../../ledger/server/index.ts';

export interface UnpaidDocument {
  id: string;
  number: string;
  dueOn: string;
  total: string;
  /** The unpaid amount of the document. */
  unpaid: string;
  /** The amount required to pay the document and everything older, which is paid first. */
  upTo: string;
  currency: string;
}

/** A customer's documents that aren't fully paid, oldest first. */
export async function unpaidDocuments(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId: string,
): Promise<UnpaidDocument[]> {
  const { rows } = await sql<UnpaidDocument>`
    select d.id, d.written as number, to_char(coalesce(d.due_on, d.issued_at::date), 'YYYY-MM-DD') as "dueOn",
      trim_scale(d.net + d.tax)::text as total, trim_scale(a.unpaid)::text as unpaid, trim_scale(a.up_to)::text as "upTo", d.currency
    from ${allocatedCharges(sql`t.user_id = ${userId} and t.company_id = ${companyId}`)} a join invoice_document d on d.transaction_id = a.id
    where a.unpaid > 0 order by coalesce(d.due_on, d.issued_at::date), a.sequence`.execute(ctx.db);
  return rows;
}
