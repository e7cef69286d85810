-- The groups that the policy of a network interface contains, so that the interfaces of a group are found without reading every policy.
create table firewall_card_group (
  group_id uuid not null references firewall_group (id) on delete cascade,
  nic_id uuid not null references firewall_card (nic_id) on delete cascade,
  primary key (group_id, nic_id)
);
create index firewall_card_group_nic on firewall_card_group (nic_id);

-- Runs as the owner of the schema: who changes a policy sees the interface, but not always its owner's groups.
create function keep_firewall_card_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from firewall_card_group where nic_id = new.nic_id;
  insert into firewall_card_group (group_id, nic_id)
    select distinct g.id, new.nic_id
    from jsonb_array_elements(coalesce(new.policy -> 'entries', '[]')) entry join firewall_group g on g.id = (entry ->> 'groupId')::uuid
    where entry ->> 'kind' = 'group';
  return null;
end $$;

create trigger firewall_card_groups_kept after insert or update of policy on firewall_card
  for each row execute function keep_firewall_card_groups();

insert into firewall_card_group (group_id, nic_id)
  select distinct g.id, card.nic_id
  from firewall_card card cross join jsonb_array_elements(coalesce(card.policy -> 'entries', '[]')) entry
    join firewall_group g on g.id::text = entry ->> 'groupId'
  where entry ->> 'kind' = 'group';
