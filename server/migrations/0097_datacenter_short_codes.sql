-- Published clients know datacenters by ids such as EU or US-NY2: 2 to 6 of A-Z, 0-9 and "-".
alter table datacenter add column short_code text;

-- The wanted code in that form; with a number at its end when another datacenter has it.
create function free_short_code(wanted text) returns text language plpgsql stable as $$
declare
  base text := trim(both '-' from left(upper(regexp_replace(wanted, '[^A-Za-z0-9]+', '-', 'g')), 6));
  candidate text;
  number integer := 1;
begin
  if length(base) < 2 then
    base := left(base || 'DC', 6);
  end if;
  candidate := base;
  while exists (select from datacenter where short_code = candidate) loop
    number := number + 1;
    candidate := trim(both '-' from left(base, 6 - length(number::text))) || number;
  end loop;
  return candidate;
end $$;

do $$
declare
  place record;
begin
  for place in select id, code from datacenter order by created_at, id loop
    update datacenter set short_code = free_short_code(case place.code when 'simulated' then 'SIM' when 'sandbox' then 'TEST' else place.code end)
    where id = place.id;
  end loop;
end $$;

alter table datacenter alter column short_code set not null;
alter table datacenter add constraint datacenter_short_code_form check (short_code ~ '^[A-Z0-9][A-Z0-9-]{0,4}[A-Z0-9]$');
alter table datacenter add constraint datacenter_short_code unique (short_code);

create function set_short_code() returns trigger language plpgsql as $$
begin
  new.short_code := free_short_code(coalesce(new.short_code, new.code));
  return new;
end $$;
create trigger datacenter_short_code before insert on datacenter for each row execute function set_short_code();
