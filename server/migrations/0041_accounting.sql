-- The hand-over of issued documents to the service that keeps a company's books.

create table accounting_connection (
  company_id uuid primary key references company (id),
  -- where documents are sent
  address text not null,
  secret bytea not null,
  signing_secret bytea not null,
  -- while it is off documents wait
  is_on boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid references user_account (id),
  -- when those who look after the company were last told of documents that did not get there
  told_at timestamptz
);

create table accounting_hand_over (
  -- also the key it is handed over with: the document is at the service once
  document_id uuid primary key references invoice_document (id),
  company_id uuid not null references company (id),
  period text not null check (period ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- refused: the service does not take it, a person looks at it; failed: given up, unknown whether it is there
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'failed')),
  queued_at timestamptz not null,
  -- null: when it was issued
  asked_by uuid references user_account (id),
  -- it is given up so long after this
  since timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- who hands it over now, and until when he is not taken for dead
  claim uuid,
  lease_until timestamptz,
  -- as it was sent, to the letter; null: it never was
  payload text,
  tried_at timestamptz,
  sent_at timestamptz,
  -- what the service said last, or why it said nothing
  result_code text not null default '',
  result_text text not null default '',
  reference text not null default '',
  link text not null default '',
  -- when its administrators were told that it did not get there
  told_at timestamptz,
  check ((state = 'sent') = (sent_at is not null)),
  check ((claim is null) = (lease_until is null))
);
create index accounting_hand_over_due on accounting_hand_over (company_id, due_at) where state = 'waiting';
create index accounting_hand_over_untold on accounting_hand_over (company_id) where state in ('refused', 'failed') and told_at is null;
create index accounting_hand_over_stuck on accounting_hand_over (company_id, period) where state in ('refused', 'failed');
