-- What a customer is charged for a month, line by line, and the documents that say so. `docs/invoices.md` tells the rules.

-- A company's month as somebody started it, again and again if need be; the task says how far it is.
create table invoicing_run (
  company_id uuid not null references company (id),
  -- the first day of the month
  period date not null check (extract(day from period) = 1),
  -- whether invoices are issued, or only written to be looked at
  issues boolean not null,
  is_done boolean not null default false,
  cmd_id bigint not null,
  started_at timestamptz not null,
  started_by uuid references user_account (id),
  primary key (company_id, period)
);

create table invoice (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  period date not null check (extract(day from period) = 1),
  state text not null default 'draft' check (state in ('draft', 'blocked', 'empty', 'issued')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net numeric(20, 4) not null default 0 check (net >= 0 and net <> 'NaN'),
  tax numeric(20, 4) not null default 0 check (tax >= 0 and tax <> 'NaN'),
  line_count integer not null default 0,
  -- what keeps it from being issued
  faults text[] not null default '{}',
  -- more lines than a month ever has were looked at by a person
  is_released boolean not null default false,
  -- the tasks that wrote its lines and that tried to issue it last
  rated_by bigint,
  tried_by bigint,
  transaction_id uuid unique references ledger_transaction (id),
  issued_at timestamptz,
  check ((state = 'issued') = (transaction_id is not null and issued_at is not null)),
  check (state <> 'issued' or net + tax > 0),
  -- one invoice for a customer, a company and a month, whoever asks how often
  unique (company_id, period, user_id)
);
create index invoice_user on invoice (user_id, period desc);

-- Whose use stands on whose invoice of a month: settled once, so that nobody's use is charged twice or not at all when accounts move.
create table invoice_owner (
  company_id uuid not null references company (id),
  period date not null,
  owner_id uuid not null references user_account (id),
  -- the account itself, or its parent
  user_id uuid not null,
  primary key (company_id, period, owner_id),
  foreign key (company_id, period, user_id) references invoice (company_id, period, user_id) deferrable initially deferred
);
create index invoice_owner_user on invoice_owner (user_id);

create table invoice_line (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references invoice (id),
  owner_id uuid not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_name text not null,
  item text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- before it was rounded to the smallest coin
  exact numeric not null,
  amount numeric(20, 4) not null,
  currency text not null
);
create index invoice_line_invoice on invoice_line (invoice_id);

create table invoice_tax (
  invoice_id uuid not null references invoice (id),
  name text not null,
  rate numeric(6, 3) not null,
  amount numeric(20, 4) not null check (amount >= 0 and amount <> 'NaN'),
  primary key (invoice_id, name)
);

create table invoice_log (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references invoice (id),
  at timestamptz not null,
  -- in every language
  entry jsonb not null,
  by_user uuid references user_account (id)
);
create index invoice_log_invoice on invoice_log (invoice_id, id);
create trigger invoice_log_append_only before update or delete or truncate on invoice_log for each statement execute function refuse_change();

-- The last number given out of a series. Its row is held until the document that has the number is written.
create table invoice_series (
  company_id uuid not null references company (id),
  series text not null,
  last bigint not null check (last > 0),
  primary key (company_id, series)
);

create table invoice_document (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references invoice (id),
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  kind text not null check (kind in ('invoice', 'creditNote')),
  series text not null,
  number bigint not null check (number > 0),
  -- the number as the company writes it
  written text not null,
  currency text not null,
  -- below zero on a credit note
  net numeric(20, 4) not null,
  tax numeric(20, 4) not null,
  issued_at timestamptz not null,
  due_on date,
  language text not null,
  reason text not null default '',
  -- seller, customer, taxes and what items are called, as they were on that day
  facts jsonb not null,
  transaction_id uuid not null unique references ledger_transaction (id),
  unique (company_id, series, number),
  unique (company_id, written)
);
create unique index invoice_document_invoice on invoice_document (invoice_id) where kind = 'invoice';
create index invoice_document_user on invoice_document (user_id, issued_at desc);
create trigger invoice_document_append_only before update or delete or truncate on invoice_document for each statement execute function refuse_change();

-- What a credit note takes back of each line.
create table invoice_credit (
  document_id uuid not null references invoice_document (id),
  line_id bigint not null references invoice_line (id),
  amount numeric(20, 4) not null check (amount < 0 and amount <> 'NaN'),
  primary key (document_id, line_id)
);
create index invoice_credit_line on invoice_credit (line_id);
create trigger invoice_credit_append_only before update or delete or truncate on invoice_credit for each statement execute function refuse_change();

-- A number follows the one before it.
create function refuse_number_gap() returns trigger language plpgsql as $$
begin
  if new.number > 1 and not exists (
    select from invoice_document where company_id = new.company_id and series = new.series and number = new.number - 1
  ) then
    raise exception 'number % of series % has none before it', new.number, new.series using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoice_document_gapless before insert on invoice_document for each row execute function refuse_number_gap();

-- An issued invoice is what its lines and taxes say, in one currency, and stays so.
create function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  lines_net numeric;
  taxes numeric;
  foreigners bigint;
begin
  if tg_op <> 'INSERT' and old.state = 'issued' then
    raise exception 'invoice % is issued', old.id using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.state = 'issued' then
    select coalesce(sum(amount), 0), count(*) filter (where currency <> new.currency) into lines_net, foreigners
      from invoice_line where invoice_id = new.id;
    select coalesce(sum(amount), 0) into taxes from invoice_tax where invoice_id = new.id;
    if lines_net <> new.net or taxes <> new.tax or foreigners > 0 then
      raise exception 'invoice % says % and %, its lines % and its taxes %', new.id, new.net, new.tax, lines_net, taxes using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger invoice_issued before insert or update or delete on invoice for each row execute function keep_issued_invoice();
create trigger invoice_not_emptied before truncate on invoice for each statement execute function refuse_change();

create function keep_issued_parts() returns trigger language plpgsql as $$
begin
  if exists (select from touched join invoice on invoice.id = touched.invoice_id where invoice.state = 'issued') then
    raise exception 'the invoice is issued: its lines and taxes stay as they are' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger invoice_line_added after insert on invoice_line referencing new table as touched for each statement execute function keep_issued_parts();
create trigger invoice_line_gone after delete on invoice_line referencing old table as touched for each statement execute function keep_issued_parts();
create trigger invoice_line_kept before update or truncate on invoice_line for each statement execute function refuse_change();
create trigger invoice_tax_added after insert on invoice_tax referencing new table as touched for each statement execute function keep_issued_parts();
create trigger invoice_tax_gone after delete on invoice_tax referencing old table as touched for each statement execute function keep_issued_parts();
create trigger invoice_tax_kept before update or truncate on invoice_tax for each statement execute function refuse_change();

-- Tax that was charged belongs to the authority, not to what the company earned.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in ('customer', 'bank', 'revenue', 'credits', 'writeOffs', 'tax'));
