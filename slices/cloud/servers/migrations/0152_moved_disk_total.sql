-- A disk that moves to another server counts there, and no longer where it was.
create or replace function keep_server_disk_total() returns trigger language plpgsql as $$
declare
  wanted uuid;
begin
  -- In one order, so that two moves never wait for each other.
  for wanted in
    select distinct id from unnest(array[
      case when tg_op <> 'INSERT' then old.server_id end, case when tg_op <> 'DELETE' then new.server_id end]) as id
    where id is not null order by id
  loop
    -- So that two changes of its disks at once are added up one after the other.
    perform from server where id = wanted for no key update;
    update server set disk_gb = (select coalesce(sum(size_gb), 0) from server_disk where server_id = wanted) where id = wanted;
  end loop;
  return null;
end $$;

-- What was written while the totals were first counted.
lock table server_disk in share row exclusive mode;
update server set disk_gb = disks.total
from (select server_id, sum(size_gb)::integer as total from server_disk group by server_id) disks
where server_id = server.id and disk_gb <> disks.total;
