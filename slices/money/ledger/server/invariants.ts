import { sql } from 'kysely';
import type { Database } from '../../../../server/platform/database/database.ts';

/**
 * The invariants of the ledger, each calculated independently (security.md, MON-01). Returns a
 * sentence for each row that violates one, or an empty list.
 */
export async function ledgerProblems(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('transaction %s gives %s, takes %s and says %s', t.id, s.given, s.taken, t.amount) as problem
    from ledger_transaction t cross join lateral (
      select coalesce(sum(amount) filter (where amount > 0), 0) as given, coalesce(-sum(amount) filter (where amount < 0), 0) as taken
      from ledger_posting where transaction_id = t.id) s
    where s.given <> s.taken or s.given <> t.amount
    union all
    select format('the postings of company %s in %s sum to %s', company_id, currency, sum(amount))
    from ledger_posting group by company_id, currency having sum(amount) <> 0
    union all
    select format('posting %s of %s stands in an account of %s and a transaction of %s', p.id, p.currency, a.currency, t.currency)
    from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id
    where p.currency <> a.currency or p.currency <> t.currency or p.company_id <> a.company_id or p.company_id <> t.company_id
    union all
    select format('posting %s is no number', id) from ledger_posting where amount = 'NaN'
    union all
    select format('customer %s has %s %s by its account and %s by what happened', told.user_id, coalesce(kept.balance, 0), told.currency, told.balance)
    from (
      select t.company_id, t.user_id, t.currency, sum(case
        when t.kind in ('deposit', 'credit', 'writeOff', 'disputeReturn') or t.refund_kind = 'reduction' then t.amount
        when t.kind in ('charge', 'dispute') or (t.refund_kind = 'moneyBack' and o.kind = 'deposit') then -t.amount
        else 0 end) as balance
      from ledger_transaction t left join ledger_transaction o on o.id = t.refunds group by t.company_id, t.user_id, t.currency) told
    left join (
      select a.company_id, a.user_id, a.currency, sum(p.amount) as balance
      from ledger_account a join ledger_posting p on p.account_id = a.id where a.kind = 'customer' group by a.company_id, a.user_id, a.currency) kept
      using (company_id, user_id, currency)
    where told.balance <> coalesce(kept.balance, 0)
    union all
    select format('of transaction %s, %s was given back out of %s', o.id, sum(r.amount), o.amount)
    from ledger_transaction r join ledger_transaction o on o.id = r.refunds where r.kind = 'refund' group by o.id having sum(r.amount) > o.amount
    union all
    select format('by refund %s, %s %s more was sent back to customer %s than came in', m.id, -m.money, m.currency, m.user_id)
    from (
      -- What a provider takes back is a fact, and comes whenever it likes: only what the portal sends must have come in.
      select t.*, sum(case when t.kind in ('deposit', 'disputeReturn') then t.amount when t.kind = 'dispute' or t.refund_kind = 'moneyBack' then -t.amount else 0 end)
        over (partition by t.company_id, t.user_id, t.currency order by t.sequence) as money
      from ledger_transaction t) m
    where m.refund_kind = 'moneyBack' and m.money < 0 and not exists (select from payment_refund p where p.transaction_id = m.id and p.by_provider)
    union all
    select format('by refund %s, %s of charge %s is given back out of %s, of which %s was written off', r.id, s.given_back, o.id, o.amount, s.given_up)
    from ledger_transaction r join ledger_transaction o on o.id = r.refunds and o.kind = 'charge' cross join lateral (
      select (select sum(amount) from ledger_transaction where refunds = o.id and sequence <= r.sequence) as given_back,
        (select sum(g.amount) from ledger_write_off_part g join ledger_transaction w on w.id = g.write_off_id
          where g.charge_id = o.id and w.sequence < r.sequence) as given_up) s
    where r.amount > 0 and s.given_up > 0 and s.given_back + s.given_up > o.amount
    union all
    select format('write-off %s of %s says what it gives up for %s', w.id, w.amount, coalesce(sum(g.amount), 0))
    from ledger_transaction w left join ledger_write_off_part g on g.write_off_id = w.id where w.kind = 'writeOff'
    group by w.id having w.amount <> coalesce(sum(g.amount), 0)
    union all
    select format('deposit %s of %s %s was booked as %s %s', c.reference, c.amount, c.currency, t.amount, t.currency)
    from charge_order c join ledger_transaction t on t.id = c.transaction_id
    where (t.amount, t.currency, t.user_id, t.company_id, t.kind) is distinct from (c.amount, c.currency, c.user_id, c.company_id, 'deposit')
    union all
    select format('payment %s of %s %s was booked as %s %s', c.id, c.amount, c.currency, t.amount, t.currency)
    from payment_order c join ledger_transaction t on t.id = c.transaction_id
    where (t.amount, t.currency, t.user_id, t.company_id, t.kind) is distinct from (c.amount, c.currency, c.user_id, c.company_id, 'deposit')
    union all
    select format('of the deposit %s of %s, disputes took %s', o.id, o.amount, sum(case r.kind when 'dispute' then r.amount else -r.amount end))
    from ledger_transaction r join ledger_transaction o on o.id = r.refunds where r.kind in ('dispute', 'disputeReturn')
    group by o.id having sum(case r.kind when 'dispute' then r.amount else -r.amount end) not between 0 and o.amount
    union all
    select format('dispute %s took %s and the ledger says %s', d.reference, d.withdrawn, booked.amount)
    from payment_dispute d cross join lateral (
      select coalesce(sum(case t.kind when 'dispute' then t.amount else -t.amount end), 0) as amount
      from ledger_transaction t where t.idempotency_key like 'dispute:' || d.id || ':%') booked
    where booked.amount <> d.withdrawn
    union all
    select format('payment %s of %s sends back %s', c.id, c.amount, sum(r.amount))
    from payment_refund r join payment_order c on c.id = r.order_id where r.state <> 'failed' group by c.id having sum(r.amount) > c.amount
    union all
    select format('of the refund %s, %s is sent back out of %s', t.id, sum(r.amount), t.amount)
    from payment_refund r join ledger_transaction t on t.id = r.transaction_id group by t.id having sum(r.amount) > t.amount`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}
