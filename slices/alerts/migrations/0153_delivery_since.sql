-- Retries of a webhook delivery end a day after this. Retrying it by hand begins a new day.
alter table alert_delivery add column since timestamptz not null default now();
update alert_delivery set since = created_at;
