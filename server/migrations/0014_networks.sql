-- Networks whole: numbers, IPv6, routes, names of addresses, reservations, and who had an address when.

-- The network's number in its datacenter. 1 to 4094 are 802.1Q numbers; what lies above is only a number to engines that have more.
alter table network add column vlan integer check (vlan between 1 and 16777215);
alter table network add column description text not null default '';
update network set vlan = 99 + numbered.place
from (select id, row_number() over (partition by datacenter_id order by created_at, id) as place from network) numbered
where numbered.id = network.id;
alter table network alter column vlan set not null;
alter table network add constraint network_vlan unique (datacenter_id, vlan);
alter table network add column name_key text generated always as (lower(name)) stored;
create unique index network_own_name on network (datacenter_id, owner_id, name_key) where owner_id is not null;

alter table subnet drop constraint subnet_cidr_check;
alter table subnet drop constraint subnet_check;
alter table subnet alter column gateway drop not null;
alter table subnet add constraint subnet_size
  check ((family(cidr) = 4 and masklen(cidr) between 8 and 30) or (family(cidr) = 6 and masklen(cidr) between 48 and 126));
alter table subnet add constraint subnet_gateway check (gateway is null or gateway << cidr);
alter table subnet add column has_dhcp boolean not null default true;
alter table subnet add column description text not null default '';
-- [{"to": "10.9.0.0/16", "via": "10.8.0.1"}, …]
alter table subnet add column routes jsonb not null default '[]' check (jsonb_typeof(routes) = 'array');

-- Where a range may stand once: a network of its own has its own addresses, those to the outside share them with their datacenter.
alter table subnet add column realm uuid;
update subnet set realm = case when network.kind = 'wan' then network.datacenter_id else network.id end
from network where network.id = subnet.network_id;
create function set_subnet_realm() returns trigger language plpgsql as $$
begin
  select case when kind = 'wan' then datacenter_id else id end into new.realm from network where id = new.network_id;
  return new;
end $$;
create trigger subnet_realm before insert on subnet for each row execute function set_subnet_realm();
alter table subnet alter column realm set not null;
alter table subnet add constraint subnet_overlap exclude using gist (realm with =, cidr inet_ops with &&);

-- Whose server the card is in, as networks need it to know whose the address is: kept up by the servers.
alter table nic add column server_name text not null default '';
alter table nic add column owner_id uuid references user_account (id);
alter table nic add column site_id uuid references site (id);
update nic set server_name = server.name, owner_id = server.owner_id, site_id = server.site_id from server where server.id = nic.server_id;
create index nic_owner on nic (owner_id);

-- A card may hold several addresses: one of each family, and during a move those of both networks.
drop index address_nic;
create index address_nic on address (nic_id) where nic_id is not null;
-- What holds an address is given up on purpose, in the order that leaves its history behind; nothing goes along silently.
alter table address drop constraint address_subnet_id_fkey;
alter table address add constraint address_subnet_id_fkey foreign key (subnet_id) references subnet (id);
alter table address drop constraint address_nic_id_fkey;
alter table address add constraint address_nic_id_fkey foreign key (nic_id) references nic (id);
-- what the address is called by reverse name resolution
alter table address add column reverse_name text check (length(reverse_name) between 1 and 253);
alter table address add column note text not null default '';
-- kept for this account: it may take it, and it stays reserved when the card gives it up
alter table address add column reserved_for uuid references user_account (id);
alter table address add constraint address_reserved_for check (reserved_for is null or kind in (0, 3));

-- Who had an address when: written by the database with each change, never changed, kept when network and server are gone.
create table address_history (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- taken: given to a card; handedOver: the card's server has another owner; released: given up; reserved, freed: kept back or no more
  event text not null check (event in ('taken', 'handedOver', 'released', 'reserved', 'freed')),
  ip inet not null,
  kind smallint not null,
  datacenter_id uuid not null,
  network_id uuid not null,
  network_name text not null,
  subnet_id uuid not null,
  cidr cidr not null,
  nic_id uuid,
  mac macaddr,
  server_id uuid,
  server_name text,
  owner_id uuid,
  site_id uuid
);
create index address_history_ip on address_history (ip, network_id, id);
create index address_history_server on address_history (server_id, id);
create index address_history_owner on address_history (owner_id, id);
create index address_history_network on address_history (network_id, id);
create trigger address_history_append_only before update or delete or truncate on address_history
  for each statement execute function refuse_change();

create function note_address(what text, wanted_subnet uuid, wanted_ip inet, wanted_kind smallint, wanted_nic uuid) returns void language sql as $$
  insert into address_history (event, ip, kind, datacenter_id, network_id, network_name, subnet_id, cidr, nic_id, mac, server_id, server_name, owner_id, site_id)
  select what, wanted_ip, wanted_kind, network.datacenter_id, network.id, network.name, subnet.id, subnet.cidr,
    nic.id, nic.mac, nic.server_id, nic.server_name, nic.owner_id, nic.site_id
  from subnet join network on network.id = subnet.network_id left join nic on nic.id = wanted_nic
  where subnet.id = wanted_subnet
$$;

create function record_address() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or (old.kind, old.nic_id) is distinct from (new.kind, new.nic_id)) then
    perform note_address(case when old.kind = 0 then 'released' else 'freed' end, old.subnet_id, old.ip, old.kind, old.nic_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or (old.kind, old.nic_id) is distinct from (new.kind, new.nic_id)) then
    perform note_address(case when new.kind = 0 then 'taken' else 'reserved' end, new.subnet_id, new.ip, new.kind, new.nic_id);
  end if;
  return null;
end $$;
create trigger address_history_kept after insert or update or delete on address for each row execute function record_address();

create function record_hand_over() returns trigger language plpgsql as $$
begin
  perform note_address('handedOver', subnet_id, ip, kind, nic_id) from address where nic_id = new.id;
  return null;
end $$;
create trigger nic_handed_over after update of owner_id on nic for each row
  when (old.owner_id is distinct from new.owner_id) execute function record_hand_over();

insert into address_history (at, event, ip, kind, datacenter_id, network_id, network_name, subnet_id, cidr, nic_id, mac, server_id, server_name, owner_id, site_id)
select address.since, case when address.kind = 0 then 'taken' else 'reserved' end, address.ip, address.kind, network.datacenter_id, network.id,
  network.name, subnet.id, subnet.cidr, nic.id, nic.mac, nic.server_id, nic.server_name, nic.owner_id, nic.site_id
from address join subnet on subnet.id = address.subnet_id join network on network.id = subnet.network_id left join nic on nic.id = address.nic_id
order by address.since, address.ip;

-- The lowest number of the datacenter that is free from the wanted one on. To be asked with the datacenter's numbers locked.
create function free_vlan(wanted_datacenter uuid, lowest integer) returns integer language sql stable as $$
  select min(candidate) from (
    select lowest as candidate
    union all select vlan + 1 from network where datacenter_id = wanted_datacenter and vlan >= lowest
  ) candidates
  where not exists (select from network where datacenter_id = wanted_datacenter and vlan = candidate) and candidate <= 16777215
$$;

-- First and last address that can be given: without the network's own, and in IPv4 without the broadcast address.
create function first_host(range cidr) returns inet language sql immutable parallel safe as $$
  select host(network(range))::inet + 1
$$;
create function last_host(range cidr) returns inet language sql immutable parallel safe as $$
  select case when family(range) = 4 then host(broadcast(range))::inet - 1 else host(broadcast(range))::inet end
$$;

-- The lowest address from the wanted one on that has no row. Runs of taken addresses are passed over in steps that grow as long as
-- they are full, so that 60,000 taken ones are counted, not tried.
create function next_free_address(wanted_subnet uuid, lowest inet) returns inet language plpgsql stable as $$
declare
  candidate inet := lowest;
  step bigint := 1;
  grows boolean := true;
begin
  loop
    if (select count(*) from address where subnet_id = wanted_subnet and ip between candidate and candidate + (step - 1)) = step then
      candidate := candidate + step;
      step := case when grows then step * 2 else step end;
    elsif step = 1 then
      return candidate;
    else
      grows := false;
      step := step / 2;
    end if;
  end loop;
end $$;

-- Gives the lowest free address of the subnet to the card; null when there is none. Two transactions never wait for one
-- another here and never get the same address: each candidate is claimed by a lock that only one can take, and the others
-- pass over it until that transaction has ended.
create or replace function take_address(wanted_subnet uuid, wanted_nic uuid) returns inet language plpgsql as $$
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
    if pg_try_advisory_xact_lock(7216005, hashtext(wanted_subnet::text || host(candidate))) then
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

-- Gives this very address to the card when it is free, or kept for the account; null when it is not. Another transaction that is
-- about to take it counts as having it.
create function take_chosen_address(wanted_subnet uuid, wanted_nic uuid, wanted_ip inet, for_account uuid) returns inet language plpgsql as $$
declare
  taken inet;
begin
  if not pg_try_advisory_xact_lock(7216005, hashtext(wanted_subnet::text || host(wanted_ip))) then
    return null;
  end if;
  insert into address (subnet_id, ip, kind, nic_id) values (wanted_subnet, wanted_ip, 0, wanted_nic)
    on conflict (subnet_id, ip) do update set kind = 0, nic_id = wanted_nic, since = now()
      where address.kind = 3 and address.reserved_for = for_account
    returning ip into taken;
  return taken;
end $$;
