-- Collecting what is owed: by which steps a company does it, and what was done to whom when and why. What is unpaid is never kept: it follows from
-- the ledger and the documents.

create table dunning_policy (
  id bigint generated always as identity primary key,
  company_id uuid not null references company (id),
  -- null: of every customer that has none of its own
  user_id uuid references user_account (id),
  is_on boolean not null,
  -- in their order: what is done how many days after a document was due
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  changed_at timestamptz not null,
  changed_by uuid references user_account (id),
  unique nulls not distinct (company_id, user_id),
  check (not is_on or jsonb_array_length(steps) > 0)
);

create table dunning_step (
  id bigint generated always as identity primary key,
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  document_id uuid not null references invoice_document (id),
  -- its kind and which of its kind it is, such as reminder.2; settled: the document was paid, so that nothing more comes
  step text not null,
  kind text not null check (kind in ('reminder', 'fee', 'retry', 'suspend', 'notice', 'terminate', 'settled')),
  -- days where the customer's site is
  planned_on date not null,
  done_on date not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('done', 'skipped')),
  -- why, as a word of the program and the values it is told with
  reason text not null,
  facts jsonb not null default '{}',
  transaction_id uuid references ledger_transaction (id),
  unique (document_id, step)
);
create index dunning_step_user on dunning_step (user_id, company_id, at desc);
create index dunning_step_open on dunning_step (document_id) where kind = 'settled';
create trigger dunning_step_append_only before update or delete or truncate on dunning_step for each statement execute function refuse_change();
