-- Lists show the size of all disks of each server. Summing them row by row, each behind row security, took a third of the statement.
alter table server add column disk_gb integer not null default 0;
-- Its other triggers write down and search what hasn't changed.
alter table server disable trigger user;
update server set disk_gb = total from (select server_id, sum(size_gb)::integer as total from server_disk group by server_id) disks where server_id = id;
alter table server enable trigger user;

create function keep_server_disk_total() returns trigger language plpgsql as $$
declare
  wanted uuid := case when tg_op = 'DELETE' then old.server_id else new.server_id end;
begin
  -- So that two changes of its disks at once are added up one after the other.
  perform from server where id = wanted for no key update;
  update server set disk_gb = (select coalesce(sum(size_gb), 0) from server_disk where server_id = wanted) where id = wanted;
  return null;
end $$;
create trigger server_disk_total after insert or update or delete on server_disk for each row execute function keep_server_disk_total();
