-- Jobs to the outside, of every kind: emails, text messages, and whatever else leaves the portal.
create table outbound_job (
  id bigint generated always as identity primary key,
  type text not null,
  -- the idempotency key, and by which the slice finds its job
  key text not null,
  site_id uuid not null references site (id),
  -- jobs with the same one are delivered one at a time, in the order in which they are due
  sequence text,
  -- refers to rows, has no secrets
  payload jsonb not null,
  -- known once it was tried
  destination text,
  destination_title text not null default '',
  -- kept: its destination isn't connected; failed: given up
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- when the attempts began; anew when somebody asks for another try
  queued_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  ended_at timestamptz,
  -- who delivers it now, and until when nobody else can
  claim uuid,
  lease_until timestamptz,
  -- whole sentences by language, and the other side's own words
  reason jsonb,
  detail text not null default '',
  constraint outbound_job_key unique (type, key)
);
create index outbound_job_due on outbound_job (type, due_at, id) where state = 'waiting';
create index outbound_job_sequence on outbound_job (type, sequence, due_at, id) where state = 'waiting' and sequence is not null;
create index outbound_job_list on outbound_job (created_at, id);
create index outbound_job_state on outbound_job (state, created_at, id);
create index outbound_job_ended on outbound_job (ended_at) where ended_at is not null;

-- Circuit breakers.
create table outbound_destination (
  type text not null,
  key text not null,
  failures integer not null default 0,
  openings integer not null default 0,
  open_until timestamptz,
  primary key (type, key)
);

insert into outbound_job (type, key, site_id, payload, state, attempts, due_at, queued_at, created_at, tried_at, ended_at, detail)
select 'mails.email', id::text, site_id, jsonb_build_object('id', id), state, attempts, due_at, queued_at, created_at, tried_at,
  case when state <> 'waiting' then coalesce(tried_at, created_at) end, problem
from mail_message where state <> 'sent' and content is not null order by id;
insert into outbound_job (type, key, site_id, payload, state, attempts, due_at, queued_at, created_at, tried_at, ended_at, detail)
select 'mails.textMessage', id::text, site_id, jsonb_build_object('id', id), state, attempts, due_at, queued_at, created_at, tried_at,
  case when state <> 'waiting' then coalesce(tried_at, created_at) end, problem
from sms_message where state <> 'sent' and content is not null order by id;

insert into outbound_job (type, key, site_id, sequence, payload, state, attempts, due_at, queued_at, created_at, ended_at)
select 'alerts.webhook', d.id::text, a.site_id, d.alert_id::text, jsonb_build_object('deliveryId', d.id, 'alertId', d.alert_id), d.state, d.attempts, d.due_at, d.created_at,
  d.created_at, d.ended_at
from alert_delivery d join alert a on a.id = d.alert_id where d.state <> 'delivered' order by d.created_at;
insert into outbound_job (type, key, site_id, sequence, payload, state, attempts, due_at, queued_at, created_at, tried_at, ended_at)
select 'accounting.document', h.document_id::text, (select id from site where parent_id is null order by created_at limit 1), h.company_id::text,
  jsonb_build_object('documentId', h.document_id, 'companyId', h.company_id), case h.state when 'waiting' then 'waiting' else 'failed' end,
  h.attempts, h.due_at, h.since, h.queued_at, h.tried_at, case when h.state <> 'waiting' then h.tried_at end
from accounting_hand_over h where h.state <> 'sent' order by h.due_at, h.document_id;

drop index mail_message_due;
drop index sms_message_due;
drop index alert_delivery_due;
drop index accounting_hand_over_due;
alter table mail_message drop column claim, drop column lease_until, drop column queued_at, drop column tried_at;
alter table sms_message drop column claim, drop column lease_until, drop column queued_at, drop column tried_at;
alter table accounting_hand_over drop column claim, drop column lease_until, drop column since;
delete from chore where name in ('mails.deliver', 'mails.deliverSms', 'alerts.deliver', 'accounting.handOver');
