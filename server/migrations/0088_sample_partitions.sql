-- The portal creates no tables. The partitions of the readings, one per day, are created and dropped by these functions, which run as
-- the owner of the schema and touch no other table.

create function create_sample_partition(parent text, day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name constant text := parent || '_' || to_char(day, 'YYYYMMDD');
begin
  if parent not in ('server_sample', 'server_part_sample') then
    raise exception '% has no partitions by day', parent;
  end if;
  if to_regclass(name) is null then
    execute format('create table if not exists %I partition of %I for values from (%L) to (%L)', name, parent, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00');
  end if;
end $$;

create function drop_sample_partitions(parent text, before date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
begin
  if parent not in ('server_sample', 'server_part_sample') then
    raise exception '% has no partitions by day', parent;
  end if;
  for name in select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where i.inhparent = parent::regclass and c.relname < parent || '_' || to_char(before, 'YYYYMMDD')
  loop
    execute format('drop table %I', name);
  end loop;
end $$;

revoke execute on function create_sample_partition(text, date), drop_sample_partitions(text, date) from public;
