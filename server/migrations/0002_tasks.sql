-- The durable task queue: this is its truth. The jobs of the runner library (schema graphile_worker, made by the library itself
-- when the first worker starts) are wake-up calls only: one too many does nothing, and a lost one is given again by the sweep.

-- A process that runs tasks. Its row outlives it just long enough for another one to see that it is gone.
create table task_worker (
  id uuid primary key,
  -- names the operating system instance whose process ids `pid` is one of
  machine text not null,
  pid integer not null,
  -- start of the process in the machine's clock ticks: a process id that was given out again is another process
  pid_started text not null default '',
  -- the pool's name in the runner library, whose locks are released with it
  pool_id text,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);

create table task (
  id bigint generated always as identity primary key,
  type text not null,
  title jsonb not null,
  -- gone once the task has ended: it may hold what a person typed
  input jsonb,
  target_type text not null,
  target_id text not null,
  target_name text not null,
  resource text not null check (length(resource) between 1 and 200),
  site_id uuid not null references site (id),
  owner_id uuid not null references user_account (id),
  created_by uuid references user_account (id),
  on_behalf_of uuid references user_account (id),
  language text not null,
  ip text not null default '',
  request_id text not null default '',
  state text not null default 'queued' check (state in ('queued', 'running', 'undoing', 'done', 'failed', 'cancelled')),
  is_cancellable boolean not null,
  progress smallint not null default 0 check (progress between 0 and 100),
  exit_code smallint check (exit_code in (0, 1, 2)),
  warn jsonb,
  failure jsonb,
  -- the undo itself kept failing: someone has to look at it
  is_stuck boolean not null default false,
  cancel_requested_at timestamptz,
  cancel_requested_by uuid references user_account (id),
  -- the fencing token: grows with every claim, and only the newest may write
  attempt integer not null default 0,
  -- workers lost in a row at the same step
  losses integer not null default 0,
  worker_id uuid references task_worker (id) on delete set null,
  lease_until timestamptz,
  not_before timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  executed_at timestamptz,
  completed_at timestamptz,
  check ((completed_at is null) = (exit_code is null)),
  check ((state in ('done', 'failed', 'cancelled')) = (completed_at is not null)),
  check (completed_at is null or worker_id is null)
);
-- the next task of a resource
create index task_resource_open on task (resource, id) where completed_at is null;
-- never two at once on a resource, whatever the program believes
create unique index task_resource_running on task (resource) where worker_id is not null;
create index task_worker_running on task (worker_id) where worker_id is not null;
create index task_owner_open on task (owner_id) where completed_at is null;
create index task_created on task (created_at, id);
create index task_owner on task (owner_id, created_at, id);
create index task_site on task (site_id, created_at, id);
create index task_target on task (target_type, target_id, created_at, id);
create index task_completed on task (completed_at) where completed_at is not null;
-- how long such a task usually takes
create index task_type_done on task (type, completed_at desc) where state = 'done';

create table task_step (
  task_id bigint not null references task (id) on delete cascade,
  position smallint not null,
  name text not null,
  title jsonb not null,
  weight real not null,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed', 'undone')),
  is_final boolean not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (task_id, position)
);

create table task_log (
  id bigint generated always as identity primary key,
  task_id bigint not null references task (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  entry jsonb not null
);
create index task_log_task on task_log (task_id, id);

-- Calls a worker to the next task of a resource, if there is one. Owners with many open tasks stand behind those with few.
create function wake_task(wanted_resource text) returns void language plpgsql as $$
declare
  head record;
  open_of_owner integer;
begin
  if to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)') is null then
    return;
  end if;
  select owner_id, not_before into head from task where resource = wanted_resource and completed_at is null order by id limit 1;
  if not found then
    return;
  end if;
  select count(*) into open_of_owner from (select from task where owner_id = head.owner_id and completed_at is null limit 1000) as counted;
  perform graphile_worker.add_job(
    'task',
    json_build_object('resource', wanted_resource),
    run_at => greatest(head.not_before, now()),
    max_attempts => 25,
    job_key => wanted_resource,
    priority => open_of_owner,
    flags => array['owner:' || head.owner_id]
  );
end $$;

-- Work that comes round: who runs it now and when it is due next, by the clock of the database.
create table chore (
  name text primary key,
  due_at timestamptz not null,
  worker_id uuid,
  lease_until timestamptz,
  ran_at timestamptz,
  runs bigint not null default 0,
  problem text
);
