-- Whoever administers a company reaches the sites it sells to: row security takes its bounds from the reach.
create or replace function actor_reach(who uuid, its_role text, its_path text) returns jsonb language plpgsql stable parallel safe as $$
declare
  granted jsonb := '[]';
  company_sites uuid[] := '{}';
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
  if exists (select from company_admin where user_id = who) then
    company_sites := array(select distinct below.id
      from company_admin ca join company_site using (company_id) join site sold on sold.id = site_id
      join site below on below.path = sold.path or below.path like sold.path || '/%' where ca.user_id = who);
  end if;
  return jsonb_build_object('kind', 'accounts', 'companySiteIds', to_jsonb(company_sites),
    'subAccountIds', to_jsonb(array(select id from user_account where parent_id = who)), 'grants', granted);
end $$;
