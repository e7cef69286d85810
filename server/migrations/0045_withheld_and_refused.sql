-- What nobody is asked for: a charge whose document waits for the tax authority and was not handed out.
create table ledger_withheld (
  transaction_id uuid primary key references ledger_transaction (id),
  -- its place among the charges once it is asked for; null: nobody is asked for it
  sequence bigint unique
);
create trigger ledger_withheld_kept before delete or truncate on ledger_withheld for each statement execute function refuse_change();
create trigger ledger_withheld_released before update on ledger_withheld for each row
  when (old.sequence is not null or new.transaction_id <> old.transaction_id) execute function refuse_change();

insert into ledger_withheld (transaction_id)
  select d.transaction_id from allocation a join invoice_document d on d.id = a.document_id
  where a.state in ('needsRate', 'waiting', 'refused', 'invalid', 'cancelled');

-- A document stays as it is. One that nobody was given yet may be due later: who gets it has the whole time to pay.
create function keep_document() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'due_on' is distinct from to_jsonb(old) - 'due_on' or (new.due_on >= old.due_on) is not true
    or not exists (select from ledger_withheld where transaction_id = old.transaction_id and sequence is null) then
    raise exception 'invoice_document is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger invoice_document_append_only on invoice_document;
create trigger invoice_document_append_only before delete or truncate on invoice_document for each statement execute function refuse_change();
create trigger invoice_document_kept before update on invoice_document for each row execute function keep_document();

-- Invoices of late fees are listed beside those of months.
create index invoice_fee on invoice (company_id) where fee_for is not null;

-- How the accounting service took the connection when it was last asked.
alter table accounting_connection
  -- why it did not, and when that was; '' when it did, or was not asked
  add column problem text not null default '',
  add column problem_at timestamptz,
  -- since when documents are refused because of the connection; null: they are not
  add column refused_at timestamptz,
  -- when those who look after the company were last told of that
  add column refusal_told_at timestamptz,
  add check ((problem = '') = (problem_at is null));

-- Who renews the tokens of a connection now, and by when there is an answer: nobody else uses the refresh token meanwhile, nor after who
-- was cut off, for it may have been used.
alter table tax_authority_connection add column renewal uuid, add column renewal_until timestamptz,
  add check ((renewal is null) = (renewal_until is null));
