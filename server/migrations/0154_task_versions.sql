-- The version of the task type that last planned the steps. Steps are known by their names.
alter table task add column version integer not null default 1 check (version > 0);
create unique index task_step_name on task_step (task_id, name);
