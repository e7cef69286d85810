-- The name of a server in the bin waits for it: no other server of its owner takes it meanwhile, so that a restore always succeeds. Of
-- those that share a name already, the one that is there holds it, of several in the bin the one terminated last.
alter table server add column name_held boolean not null default true;
update server set name_held = false
from (
  select id, row_number() over (partition by owner_id, name_key order by (state = 'bin'), terminated_at desc nulls last, id) as place
  from server
) ranked
where ranked.id = server.id and ranked.place > 1;
drop index server_name;
create unique index server_name on server (owner_id, name_key) where name_held;

-- Whether a password was put into it, never which; null: the image decides, or it is from before this was written down.
alter table server add column has_password boolean;
