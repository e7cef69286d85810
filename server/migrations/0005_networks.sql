-- Networks of a datacenter, their subnets, the addresses given out, and the network cards that hold them.

create table network (
  id uuid primary key default gen_random_uuid(),
  datacenter_id uuid not null references datacenter (id),
  kind text not null check (kind in ('wan', 'lan', 'int')),
  name text not null check (name <> ''),
  -- nobody's: open to every customer of the datacenter
  owner_id uuid references user_account (id),
  site_id uuid references site (id),
  created_at timestamptz not null default now(),
  check ((owner_id is null) = (site_id is null))
);
create unique index network_shared_name on network (datacenter_id, name) where owner_id is null;
create index network_datacenter on network (datacenter_id, kind);
create index network_owner on network (owner_id);
create index network_site on network (site_id);

create table subnet (
  id uuid primary key default gen_random_uuid(),
  network_id uuid not null references network (id) on delete cascade,
  cidr cidr not null check (family(cidr) = 4 and masklen(cidr) between 8 and 30),
  gateway inet not null,
  dns inet[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (network_id, cidr),
  check (gateway << cidr)
);

create table nic (
  id uuid primary key,
  -- order of the cards in their server
  position bigint generated always as identity,
  server_id uuid not null,
  network_id uuid not null references network (id),
  mac macaddr not null unique,
  created_at timestamptz not null default now()
);
create index nic_server on nic (server_id, position);
create index nic_network on nic (network_id);

-- Only addresses that are not free have a row.
create table address (
  subnet_id uuid not null references subnet (id) on delete cascade,
  ip inet not null,
  -- specification section 4: 0 None (given to a card), 1 Reserved, 2 Gateway, 3 Reserved User
  kind smallint not null check (kind in (0, 1, 2, 3)),
  nic_id uuid references nic (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (subnet_id, ip),
  check ((kind = 0) = (nic_id is not null))
);
create unique index address_nic on address (nic_id);

-- Gives the lowest free address of the subnet to the card; null when there is none. Two transactions never wait for one
-- another here and never get the same address: each candidate is claimed by a lock that only one can take, and the others
-- pass over it until that transaction has ended. Network and broadcast address are never given.
create function take_address(wanted_subnet uuid, wanted_nic uuid) returns inet language plpgsql as $$
declare
  range cidr;
  candidate inet;
  taken inet;
begin
  select cidr into strict range from subnet where id = wanted_subnet;
  for candidate in
    select network(range)::inet + number
    from generate_series(1, (2 ^ (32 - masklen(range)))::bigint - 2) as number
    where not exists (select from address where subnet_id = wanted_subnet and ip = set_masklen(network(range)::inet + number, 32))
  loop
    if pg_try_advisory_xact_lock(7216005, hashtext(wanted_subnet::text || host(candidate))) then
      insert into address (subnet_id, ip, kind, nic_id) values (wanted_subnet, set_masklen(candidate, 32), 0, wanted_nic)
        on conflict (subnet_id, ip) do nothing returning ip into taken;
      if taken is not null then
        return taken;
      end if;
    end if;
  end loop;
  return null;
end $$;
