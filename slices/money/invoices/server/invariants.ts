import { sql } from 'kysely';
import type { Database } from '../../../../server/platform/database/database.ts';
import { isOnHold } from '../../allocations/server/index.ts';
import { isWithheld } from '../../ledger/server/index.ts';

/**
 * Invariants of invoices and documents (security.md, MON-05 and MON-07). Returns a sentence for
 * each row that breaks one.
 */
export async function invoiceProblems(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('customer %s has %s invoices of company %s for %s', user_id, count(*), company_id, period) as problem
    from invoice where period is not null group by company_id, period, user_id having count(*) > 1
    union all
    select format('invoice %s says %s and %s, its lines %s, its taxes %s and the ledger %s', i.id, i.net, i.tax, s.net, s.tax, t.amount)
    from invoice i join ledger_transaction t on t.id = i.transaction_id
    cross join lateral (
      select (select coalesce(sum(amount), 0) from invoice_line where invoice_id = i.id) as net,
        (select coalesce(sum(amount), 0) from invoice_tax where invoice_id = i.id) as tax
    ) s
    where i.net <> s.net or i.tax <> s.tax or i.net + i.tax <> t.amount or i.currency <> t.currency or i.user_id <> t.user_id
    union all
    select format('invoice %s is issued and has no document', i.id) from invoice i
    where i.state = 'issued' and not exists (select from invoice_document d where d.invoice_id = i.id and d.kind = 'invoice' and d.net = i.net and d.tax = i.tax)
    union all
    select format('series %s of company %s has %s numbers up to %s', d.series, d.company_id, count(*), max(d.number))
    from invoice_document d left join invoice_series s on s.company_id = d.company_id and s.series = d.series
    group by d.company_id, d.series, s.last having count(*) <> max(d.number) or s.last is distinct from max(d.number)
    union all
    select format('the series %s of company %s stands at %s without a document', s.series, s.company_id, s.last)
    from invoice_series s where not exists (select from invoice_document d where d.company_id = s.company_id and d.series = s.series)
    union all
    select format('document %s says %s %s and the ledger %s %s', d.written, d.net + d.tax, d.currency, t.amount, t.currency)
    from invoice_document d join ledger_transaction t on t.id = d.transaction_id
    where abs(d.net + d.tax) <> t.amount or d.currency <> t.currency or t.kind <> (case d.kind when 'invoice' then 'charge' else 'refund' end)
    union all
    select format('line %s of %s was taken back by %s', l.id, l.amount, -sum(c.amount))
    from invoice_credit c join invoice_line l on l.id = c.line_id group by l.id
    having -sum(c.amount) not between least(l.amount, 0) and greatest(l.amount, 0) or bool_or(sign(c.amount) = sign(l.amount))
    union all
    select format('line %s of %s says that %s of it cost %s for %s (%s)', id, amount, quantity, unit_price, times, priced_by) from invoice_line
    where priced_by <> 'several'
      and amount is distinct from round(quantity * unit_price * case when priced_by in ('hour', 'month') then times else 1 end, minor_units(currency))
    union all
    select format('refund %s gives back %s of invoice %s and no credit note says so', r.id, r.amount, i.id)
    from ledger_transaction r join invoice i on i.transaction_id = r.refunds
    where r.kind = 'refund' and r.amount > 0 and not exists (select from invoice_document d where d.transaction_id = r.id and d.kind = 'creditNote' and d.invoice_id = i.id)
      and not exists (select from ledger_bare_refund b where b.transaction_id = r.id)
    union all
    select format('document %s is booked as a refund of another charge than that of its invoice', d.written)
    from invoice_document d join invoice i on i.id = d.invoice_id join ledger_transaction t on t.id = d.transaction_id
    where d.kind = 'creditNote' and t.refunds is distinct from i.transaction_id
    union all
    select format('document %s says %s of tax, its taxes %s and the ledger %s', d.written, d.tax, s.told, s.booked)
    from invoice_document d cross join lateral (
      select (select coalesce(sum((t ->> 'amount')::numeric), 0) from jsonb_array_elements(d.facts -> 'taxes') t) as told,
        (select coalesce(sum(p.amount), 0) from ledger_posting p join ledger_account a on a.id = p.account_id where p.transaction_id = d.transaction_id and a.kind = 'tax') as booked
    ) s where d.tax <> s.booked or abs(d.tax) <> s.told
    union all
    select format('credit note %s takes back %s and its lines %s', d.written, d.net, s.net)
    from invoice_document d cross join lateral (select coalesce(sum(amount), 0) as net from invoice_credit where document_id = d.id) s
    where d.kind = 'creditNote' and d.net <> s.net
    union all
    select format('of invoice %s, %s and %s, credit notes take back %s and %s', i.id, i.net, i.tax, -sum(d.net), -sum(d.tax))
    from invoice i join invoice_document d on d.invoice_id = i.id and d.kind = 'creditNote'
    group by i.id having -sum(d.net) > i.net or -sum(d.tax) > i.tax or (-sum(d.net) = i.net) <> (-sum(d.net) - sum(d.tax) = i.net + i.tax)
    union all
    select format('what %s had of %s of %s in %s stands on %s invoices of company %s', l.owner_id, l.item, l.subject_id, i.period, count(distinct i.id), i.company_id)
    from invoice_line l join invoice i on i.id = l.invoice_id
    group by i.company_id, i.period, l.owner_id, l.subject_id, l.item having count(distinct i.id) > 1
    union all
    select format('document %s waits for the tax authority: %s, and is withheld: %s', d.written, a.is_held, w.is_withheld)
    from invoice_document d
    cross join lateral (select ${isOnHold('d.id')} as is_held) a cross join lateral (select ${isWithheld('d.transaction_id')} as is_withheld) w
    where a.is_held <> w.is_withheld
    union all
    select format('charge %s (%s) was booked and no invoice says so', t.id, t.idempotency_key) from ledger_transaction t
    where t.kind = 'charge' and not exists (select from invoice i where i.transaction_id = t.id)
      and not exists (select from ledger_bare_charge b where b.transaction_id = t.id)
    union all
    select format('invoice %s of no month is of %s late fees and %s charges', i.id, (i.fee_for is not null)::integer, (c.invoice_id is not null)::integer)
    from invoice i left join invoice_charge c on c.invoice_id = i.id
    where (i.period is null) <> (i.fee_for is not null or c.invoice_id is not null) or i.fee_for is not null and c.invoice_id is not null
    union all
    select format('charge by invoice %s was asked for %s and says %s in %s lines', i.id, c.amount, i.net, i.line_count)
    from invoice_charge c join invoice i on i.id = c.invoice_id where i.net <> c.amount or i.line_count <> 1 or i.state <> 'issued'`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}
