-- The outbox as several workers share it, and how a site reaches its mail server and its sender of text messages.

alter table mail_message
  -- the same at every attempt, so that a mail sent twice can be told for one
  add column message_id uuid not null default gen_random_uuid(),
  -- who sends it now, and until when nobody else may
  add column claim uuid,
  add column lease_until timestamptz,
  -- when the attempts began; anew when somebody asks for another try
  add column queued_at timestamptz not null default now(),
  -- the last attempt
  add column tried_at timestamptz;
create index mail_message_erase on mail_message (created_at) where content is not null and state <> 'waiting';

alter table sms_message
  -- whose call asked for it
  add column ip text not null default '',
  add column claim uuid,
  add column lease_until timestamptz,
  add column queued_at timestamptz not null default now(),
  add column tried_at timestamptz,
  -- what the provider calls it
  add column reference text not null default '';
create index sms_message_erase on sms_message (created_at) where content is not null and state <> 'waiting';
create index sms_message_recent on sms_message (created_at);

-- A connection is one thing: its secret never goes with another site's address. The nearest one in the tree holds.
create table mail_connection (
  site_id uuid not null references site (id),
  kind text not null check (kind in ('mail', 'sms')),
  -- everything but the secret
  config jsonb not null,
  -- sealed
  secret bytea,
  -- set by root: may lead to addresses that are not public
  is_trusted boolean not null default false,
  version uuid not null default gen_random_uuid(),
  changed_at timestamptz not null default now(),
  changed_by uuid references user_account (id),
  primary key (site_id, kind)
);
