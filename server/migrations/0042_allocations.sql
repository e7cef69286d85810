-- Numbers that the tax authority of Israel gives for invoices between businesses: without one the buyer may not deduct the tax.
-- docs/invoices.md tells the rules.

create table tax_authority_connection (
  company_id uuid primary key references company (id),
  environment text not null check (environment in ('production', 'tsandbox')),
  -- another origin than the authority's own; ''
  base_address text not null,
  client_id text not null,
  client_secret bytea not null,
  -- in whose name is asked, and under which number the authority registered the software
  user_name text not null,
  software_number text not null,
  -- good for one use: each answer brings the next one
  refresh_token bytea not null,
  access_token bytea,
  access_until timestamptz,
  -- until when nobody has to sign in at the authority again
  signed_in_until timestamptz not null,
  -- of that end was warned so many days before
  warned_days integer,
  -- why the authority does not take it any more; '' while it does
  problem text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid references user_account (id),
  check ((access_token is null) = (access_until is null))
);

create table allocation (
  document_id uuid primary key references invoice_document (id),
  company_id uuid not null references company (id),
  -- the customer
  user_id uuid not null references user_account (id),
  -- what the authority is asked, in the currency of the document; it never changes
  invoice jsonb not null,
  currency text not null,
  -- so many ILS one of the currency is, and of which day that is
  rate numeric(18, 8) check (rate > 0 and rate <> 'NaN'),
  rate_on date,
  -- needsRate, waiting, refused and invalid keep the document back; cancelled does so for good
  state text not null check (state in ('needsRate', 'waiting', 'approved', 'notNeeded', 'refused', 'invalid', 'continued', 'cancelled')),
  -- what a person decided after a refusal and the authority is still to be told
  decision text check (decision in ('continue', 'cancel')),
  -- as the authority gave it; the last nine digits of it are printed
  number text,
  -- of the last answer: the authority's number and field of what is wrong, and its words
  code text not null default '',
  field text not null default '',
  problem text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references user_account (id),
  -- when it is looked at next; null: nothing is to be done without a person
  look_at timestamptz,
  looks integer not null default 0,
  check ((state = 'approved') = (number is not null)),
  check ((rate is null) = (rate_on is null) and (rate is null) = (state = 'needsRate')),
  check (decision is null or state = 'refused'),
  check ((look_at is not null) = (state = 'waiting' or decision is not null))
);
create index allocation_look on allocation (look_at) where look_at is not null;
create index allocation_company on allocation (company_id) where state in ('needsRate', 'waiting', 'refused', 'invalid');
