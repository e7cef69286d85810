-- What was given back of a charge by an invoice has a credit note. Refunds of before this was so: no other is without.
create table ledger_bare_refund (transaction_id uuid primary key references ledger_transaction (id));
insert into ledger_bare_refund (transaction_id)
  select t.id from ledger_transaction t join invoice i on i.transaction_id = t.refunds
  where t.kind = 'refund' and t.amount > 0 and not exists (select from invoice_document d where d.transaction_id = t.id);
