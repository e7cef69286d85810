-- A terminated server frees its name and what it had on private networks. What it had is kept here, so that restoring the server gives it
-- back where nobody else took it. `network_id` has no foreign key: the network can be deleted meanwhile.
create table parked_nic (
  id uuid primary key,
  position bigint not null,
  server_id uuid not null references server (id) on delete cascade,
  network_id uuid not null,
  network_name text not null,
  mac macaddr not null,
  addresses inet[] not null,
  parked_at timestamptz not null default now()
);
create index parked_nic_server on parked_nic (server_id, position);

update server set name_held = false where state = 'bin';

insert into parked_nic (id, position, server_id, network_id, network_name, mac, addresses)
select nic.id, nic.position, nic.server_id, network.id, network.name, nic.mac,
  array(select address.ip from address where address.nic_id = nic.id order by family(address.ip), address.ip)
from nic join network on network.id = nic.network_id join server on server.id = nic.server_id
where server.state = 'bin' and (network.kind <> 'wan' or network.owner_id is not null);

update address set kind = 3, nic_id = null, since = now()
where nic_id in (select id from parked_nic) and reserved_for is not null;
delete from address where nic_id in (select id from parked_nic);
delete from nic where id in (select id from parked_nic);

update server set
  ips = array(
    select host(address.ip) from nic join address on address.nic_id = nic.id
    where nic.server_id = server.id order by nic.position, family(address.ip), address.ip),
  macs = array(select nic.mac::text from nic where nic.server_id = server.id order by nic.position)
where id in (select server_id from parked_nic);
