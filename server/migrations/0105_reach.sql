-- An actor's reach is resolved once per request, so that lists start from the owner's index.

-- Group rights as they apply now. A right from a parent's group applies to its sub-accounts, on what the parent owns (owner_id).
-- A right from a site's group applies to people of that site and the sites below, on what belongs there (home_path).
-- Rights end when a person moves away.
create view group_right_in_force as
  select m.user_id, g.id as group_id, g.name as group_name, r.object_type, r.object_id,
    array_position(array['view', 'operate', 'manage', 'terminate'], r.level) as rank, g.owner_id, home.path as home_path
  from user_group_member m
  join user_group g on g.id = m.group_id
  join user_group_right r on r.group_id = g.id
  join user_account u on u.id = m.user_id
  join site member_site on member_site.id = u.site_id
  join site home on home.id = g.site_id
  where case when g.owner_id is null then member_site.path = home.path or member_site.path like home.path || '/%'
    else u.parent_id = g.owner_id end;

create or replace view group_grant as
  select user_id, group_id, group_name, object_type, object_id, rank, owner_id, null::uuid as site_id
  from group_right_in_force where owner_id is not null
  union all
  select f.user_id, f.group_id, f.group_name, f.object_type, f.object_id, f.rank, null::uuid, below.id
  from group_right_in_force f
  join site below on below.path = f.home_path or below.path like f.home_path || '/%'
  where f.owner_id is null;

-- What an account reaches: {"kind": "all"}; {"kind": "sites", "siteIds"} for a site administrator, without sandboxes;
-- {"kind": "accounts", "subAccountIds", "grants"} for everybody else. A function keeps the plans of its queries per connection.
create function actor_reach(who uuid, its_role text, its_path text) returns jsonb language plpgsql stable parallel safe as $$
declare
  granted jsonb := '[]';
begin
  if its_role = 'root' then return '{"kind": "all"}'; end if;
  if its_role = 'siteAdmin' then
    return jsonb_build_object('kind', 'sites', 'siteIds', to_jsonb(array(
      select id from site where (path = its_path or path like its_path || '/%') and not is_sandbox)));
  end if;
  if exists (select from user_group_member where user_id = who) then
    select coalesce(jsonb_agg(jsonb_build_object(
      'type', object_type, 'rank', rank, 'isWhole', is_whole, 'objectIds', to_jsonb(object_ids), 'ownerId', owner_id,
      'siteIds', case when owner_id is null then to_jsonb(array(
        select below.id from site below where below.path = home_path or below.path like home_path || '/%')) else '[]' end)), '[]')
    into granted
    from (
      select object_type, rank, owner_id, home_path, bool_or(object_id is null) as is_whole,
        coalesce(array_agg(distinct object_id) filter (where object_id is not null), '{}') as object_ids
      from group_right_in_force where user_id = who group by object_type, rank, owner_id, home_path) merged;
  end if;
  return jsonb_build_object('kind', 'accounts',
    'subAccountIds', to_jsonb(array(select id from user_account where parent_id = who)), 'grants', granted);
end $$;

create index server_list_owner_name on server (owner_id, name_key, id) where state <> 'bin';
create index server_list_owner_created on server (owner_id, created_at, id) where state <> 'bin';
create index server_list_site_name on server (site_id, name_key, id) where state <> 'bin';
