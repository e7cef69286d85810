-- The API key a console was asked for with, and which of its secrets: it ends with them. Null for one asked for in a session.
alter table console_ticket
  add column key_id uuid references api_key (id) on delete cascade,
  add column key_generation integer,
  add check ((key_id is null) = (key_generation is null));
create index console_ticket_key on console_ticket (key_id);

-- What came of a run of a schedule once its tasks are over; null until then. Nobody is told of what was before this was kept.
alter table schedule_run add column outcome text default 'done' check (outcome in ('done', 'troubled'));
alter table schedule_run alter column outcome drop default;
create index schedule_run_open on schedule_run (schedule_id) where outcome is null;
-- The latest run, when it could not be done and nobody has said that he knows.
alter table schedule add column troubled_run bigint;
create index schedule_troubled on schedule (troubled_run) where troubled_run is not null;

-- The threshold that held when it happened, and the value with which it had fired; null of what is not measured, and of
-- what was written before this was kept.
alter table alert_event
  add column threshold double precision,
  add column fired_value double precision;
