-- Requests to the tax authority are outbound jobs. What waits goes on as one.
insert into outbound_job (type, key, site_id, payload, due_at, queued_at, created_at)
select 'allocations.document', a.document_id::text, (select id from site where parent_id is null order by created_at limit 1),
  jsonb_build_object('documentId', a.document_id, 'companyId', a.company_id), a.look_at, now(), a.created_at
from allocation a where a.look_at is not null order by a.created_at, a.document_id;

drop index allocation_look;
alter table allocation drop constraint allocation_check3;
alter table allocation drop column looks;
-- when the job is tried next; null if it isn't
alter table allocation rename column look_at to next_at;
delete from chore where name = 'allocations.ask';

-- The minimum amount of the day that was asked about last, and when.
alter table tax_authority_connection add column minimum_on date;
alter table tax_authority_connection add column minimum numeric;
alter table tax_authority_connection add column minimum_at timestamptz;
