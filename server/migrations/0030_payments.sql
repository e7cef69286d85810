-- Payments by card and PayPal: how a company is connected to who takes its money, what was paid there, kept there, given back there.

create table payment_connection (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  provider text not null check (provider in ('stripe', 'paypal')),
  -- real money, or the provider's own test world
  is_live boolean not null,
  -- what is no secret: another address than the provider's own, its names for us
  config jsonb not null,
  secret bytea not null,
  webhook_secret bytea,
  -- nothing new is begun while it is off; what was begun goes on, refunds too
  is_on boolean not null,
  max_amount numeric(20, 4) not null check (max_amount > 0 and max_amount <> 'NaN'),
  keeps_methods boolean not null,
  -- what customers owe is taken from what they kept
  charges_saved boolean not null,
  webhook_at timestamptz,
  webhooks_refused bigint not null default 0,
  webhook_refused_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid references user_account (id),
  unique (company_id, provider)
);

-- What the provider keeps of a customer for payments without him: its words for it, never a number of a card.
create table payment_method (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null references payment_connection (id),
  user_id uuid not null references user_account (id),
  kind text not null check (kind in ('card', 'paypal')),
  token text not null check (token <> ''),
  customer text not null,
  label text not null,
  expires text not null default '',
  is_default boolean not null default false,
  -- why it is not charged without the customer any more; '' while it is
  problem text not null default '',
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (connection_id, token)
);
create index payment_method_user on payment_method (user_id) where removed_at is null;
create unique index payment_method_default on payment_method (user_id) where is_default and removed_at is null;

-- Specification section 4, charge order statuses: 1 created, 2 approved, 3 completed, 4 expired.
create table payment_order (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  connection_id uuid not null references payment_connection (id),
  -- the customer pays, or what he owes is taken without him
  kind text not null check (kind in ('deposit', 'collection')),
  method_id uuid references payment_method (id),
  currency text not null,
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN' and amount = round(amount, minor_units(currency))),
  keeps_method boolean not null,
  idempotency_key text not null,
  -- SHA-256 of what was asked for under the key
  fingerprint bytea not null,
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  -- how the provider calls it, and what it gives back by
  reference text,
  capture text,
  redirect_url text,
  fee numeric(20, 4),
  provider_refunded numeric(20, 4) not null default 0,
  -- why it did not come about, in the provider's words
  problem text not null default '',
  -- what a person has to look at: money that came too late, or another amount than was asked for
  attention text check (attention in ('paidLate', 'amountDiffers')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  look_at timestamptz,
  looks integer not null default 0,
  transaction_id uuid references ledger_transaction (id),
  unique (user_id, idempotency_key),
  unique (connection_id, reference),
  check ((state = 3) = (transaction_id is not null)),
  check ((state in (3, 4)) = (ended_at is not null)),
  check ((kind = 'collection') <= (method_id is not null))
);
create index payment_order_user on payment_order (user_id, created_at desc);
create index payment_order_capture on payment_order (connection_id, capture) where capture is not null;
create index payment_order_look on payment_order (look_at) where look_at is not null;
create unique index payment_order_transaction on payment_order (transaction_id) where transaction_id is not null;

-- Money on its way back to where it came from.
create table payment_refund (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references payment_order (id),
  -- the refund in the ledger
  transaction_id uuid not null references ledger_transaction (id),
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  -- the provider's answer: not asked yet, on its way, back, refused
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed')),
  reference text,
  problem text not null default '',
  created_at timestamptz not null,
  look_at timestamptz,
  looks integer not null default 0,
  unique (order_id, transaction_id)
);
create index payment_refund_look on payment_refund (look_at) where look_at is not null;
create index payment_refund_transaction on payment_refund (transaction_id);

-- What a provider told, once each: its own id of the event.
create table payment_event (
  connection_id uuid not null references payment_connection (id),
  event_id text not null,
  type text not null,
  about jsonb not null,
  received_at timestamptz not null,
  -- how often it came
  times integer not null default 1,
  handled_at timestamptz,
  looks integer not null default 0,
  look_at timestamptz,
  primary key (connection_id, event_id)
);
create index payment_event_look on payment_event (look_at) where look_at is not null;
create index payment_event_received on payment_event (received_at);

create table payment_dispute (
  connection_id uuid not null references payment_connection (id),
  reference text not null,
  order_id uuid not null references payment_order (id),
  state text not null check (state in ('open', 'won', 'lost', 'closed')),
  reason text not null,
  amount numeric(20, 4) not null,
  currency text not null,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (connection_id, reference)
);
create index payment_dispute_order on payment_dispute (order_id);
