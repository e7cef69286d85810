-- The lowest free address of the subnet that isn't one of `avoided` (gateways of the card's own server); null when there is none.
create function take_address(wanted_subnet uuid, wanted_nic uuid, avoided inet[]) returns inet language plpgsql as $$
declare
  range cidr;
  candidate inet;
  taken inet;
begin
  select cidr into strict range from subnet where id = wanted_subnet;
  candidate := first_host(range);
  loop
    candidate := next_free_address(wanted_subnet, candidate);
    exit when candidate > last_host(range);
    if candidate <> all(avoided) and pg_try_advisory_xact_lock(7216005, hashtext(wanted_subnet::text || host(candidate))) then
      insert into address (subnet_id, ip, kind, nic_id) values (wanted_subnet, candidate, 0, wanted_nic)
        on conflict (subnet_id, ip) do nothing returning ip into taken;
      if taken is not null then
        return taken;
      end if;
    end if;
    exit when candidate = last_host(range);
    candidate := candidate + 1;
  end loop;
  return null;
end $$;
