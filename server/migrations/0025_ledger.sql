-- Who sells, what customers paid and owe, who they are on a bill, and the deposits they were asked to transfer.

-- The legal seller. A site without a company of its own belongs to the nearest above it that has one.
create table company (
  id uuid primary key default gen_random_uuid(),
  legal_name text not null check (legal_name <> ''),
  street text not null default '',
  city text not null default '',
  region text not null default '',
  postal_code text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_number text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- what document numbers begin with, and how they are written
  document_series text not null check (document_series ~ '^[A-Z0-9]{1,8}$'),
  number_format text not null,
  payment_days integer not null default 14 check (payment_days between 0 and 365),
  min_deposit numeric(20, 4) not null default 0 check (min_deposit >= 0 and min_deposit <> 'NaN'),
  bank_name text not null default '',
  bank_holder text not null default '',
  bank_account text not null default '',
  bank_swift text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id)
);

-- Rates of one tax follow each other; both days belong to the rate.
create table company_tax (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  name text not null check (name <> ''),
  rate numeric(6, 3) not null check (rate between 0 and 100 and rate <> 'NaN'),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  constraint company_tax_overlaps exclude using gist (company_id with =, (lower(name)) with =, daterange(valid_from, valid_to, '[]') with &&)
);

create table company_site (
  site_id uuid primary key references site (id),
  company_id uuid not null references company (id)
);
create index company_site_company on company_site (company_id);

-- The billing administrators a company is given to.
create table company_admin (
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  primary key (company_id, user_id)
);
create index company_admin_user on company_admin (user_id);

create function company_of_site(wanted uuid) returns uuid language sql stable as $$
  select cs.company_id from site s
  join site above on above.id::text = any(string_to_array(s.path, '/'))
  join company_site cs on cs.site_id = above.id
  where s.id = wanted order by length(above.path) desc limit 1
$$;

-- The customer's number in the seller's own system.
create table customer_number (
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  external_id text not null check (external_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  primary key (company_id, user_id),
  unique (company_id, external_id)
);

-- Whose money: a customer's, or one of the company's own accounts. Above zero a customer has money left, below he owes.
create table ledger_account (
  id bigint generated always as identity primary key,
  company_id uuid not null references company (id),
  kind text not null check (kind in ('customer', 'bank', 'revenue', 'credits', 'writeOffs')),
  user_id uuid references user_account (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  check ((kind = 'customer') = (user_id is not null)),
  unique nulls not distinct (company_id, kind, currency, user_id),
  unique (id, company_id, currency)
);
create index ledger_account_user on ledger_account (user_id) where user_id is not null;

create table ledger_transaction (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity unique,
  company_id uuid not null references company (id),
  -- the customer
  user_id uuid not null references user_account (id),
  kind text not null check (kind in ('deposit', 'credit', 'charge', 'refund', 'writeOff')),
  refund_kind text check (refund_kind in ('noRefund', 'reduction', 'moneyBack')),
  -- what is given back
  refunds uuid references ledger_transaction (id),
  currency text not null,
  amount numeric(20, 4) not null check (amount >= 0 and amount <> 'NaN' and amount = round(amount, minor_units(currency))),
  reason text not null default '',
  idempotency_key text not null,
  -- SHA-256 of what was asked for under the key
  fingerprint bytea not null,
  at timestamptz not null,
  by_user uuid references user_account (id),
  check ((kind = 'refund') = (refund_kind is not null) and (kind = 'refund') = (refunds is not null)),
  -- a decision not to give anything back moves no money
  check ((amount = 0) = (refund_kind is not distinct from 'noRefund')),
  unique (company_id, idempotency_key),
  unique (id, company_id, currency)
);
create index ledger_transaction_user on ledger_transaction (user_id, at desc, sequence desc);
create index ledger_transaction_company on ledger_transaction (company_id, at desc, sequence desc);
create index ledger_transaction_refunds on ledger_transaction (refunds) where refunds is not null;

-- The currency is that of the transaction and that of the account: no posting mixes two, nor two companies.
create table ledger_posting (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  account_id bigint not null,
  company_id uuid not null,
  currency text not null,
  amount numeric(20, 4) not null check (amount <> 0 and amount <> 'NaN'),
  foreign key (transaction_id, company_id, currency) references ledger_transaction (id, company_id, currency),
  foreign key (account_id, company_id, currency) references ledger_account (id, company_id, currency)
);
create index ledger_posting_account on ledger_posting (account_id) include (amount);
create index ledger_posting_transaction on ledger_posting (transaction_id);

create trigger ledger_account_append_only before update or delete or truncate on ledger_account for each statement execute function refuse_change();
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction for each statement execute function refuse_change();
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting for each statement execute function refuse_change();

-- When the work is committed, what a transaction takes is what it gives, and both are its amount.
create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  checked uuid := case tg_table_name when 'ledger_posting' then (to_jsonb(new) ->> 'transaction_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
  wanted numeric;
  given numeric;
  taken numeric;
begin
  select amount into wanted from ledger_transaction where id = checked;
  select coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
    into given, taken from ledger_posting where transaction_id = checked;
  if given <> taken or given <> wanted then
    raise exception 'transaction % gives % and takes %, and says %', checked, given, taken, wanted using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function check_ledger_transaction();
create constraint trigger ledger_posting_balanced after insert on ledger_posting
  deferrable initially deferred for each row execute function check_ledger_transaction();

-- Who a customer is on a bill.
create table billing_profile (
  user_id uuid primary key references user_account (id),
  kind text not null check (kind in ('person', 'company')),
  name text not null,
  street text not null,
  city text not null,
  region text not null default '',
  postal_code text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_number text not null default '',
  changed_at timestamptz not null
);

-- A deposit that was asked for and is paid outside the portal. Specification section 4: 1 created, 2 approved, 3 completed, 4 expired.
create table charge_order (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  method text not null check (method in ('bankTransfer')),
  currency text not null,
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN' and amount = round(amount, minor_units(currency))),
  -- what the customer writes on the transfer
  reference text not null unique,
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references user_account (id),
  transaction_id uuid references ledger_transaction (id),
  check ((state = 3) = (transaction_id is not null)),
  check ((state in (3, 4)) = (ended_at is not null))
);
create index charge_order_user on charge_order (user_id, created_at desc);
create index charge_order_open on charge_order (company_id, created_at) where state in (1, 2);
