-- Who may act on a person: only somebody who holds everything that person holds.

-- What the actor lacks of the rights of the account `target`; null when nothing.
--   permission: a permission of the target's role. `covered` names the roles whose permissions the actor holds, all of them.
--   scope: rows that the target reaches by its role. `reach` is the actor's: all, tree (the sites at and below `top`) or own.
--   groupRight: what a group grants to the target.
create function person_lack(reach text, actor uuid, top text, covered text[], target uuid) returns text language plpgsql stable parallel safe as $$
declare
  whom record;
begin
  select u.id, u.role, u.parent_id, site.path into whom from user_account u join site on site.id = u.site_id where u.id = target;
  if not found then return 'scope'; end if;
  if whom.role <> all(covered) then return 'permission'; end if;
  if reach = 'all' then return null; end if;
  if reach = 'tree' then
    if whom.role = 'root' or not (whom.path = top or whom.path like top || '/%') then return 'scope'; end if;
  elsif whom.role in ('root', 'siteAdmin') or not (whom.id = actor or coalesce(whom.parent_id = actor, false)) then
    return 'scope';
  end if;
  if whom.id = actor or not exists (select from user_group_member where user_id = target) then return null; end if;
  if reach = 'tree' then
    -- What a parent's group grants is the parent's, who is on the site of its children.
    if exists (
      select from group_grant theirs join site on site.id = theirs.site_id
      where theirs.user_id = target and not (site.path = top or site.path like top || '/%')
    ) then return 'groupRight'; end if;
  elsif exists (
    select from group_grant theirs
    where theirs.user_id = target and theirs.owner_id is distinct from actor and not exists (
      select from group_grant mine
      where mine.user_id = actor and mine.object_type = theirs.object_type and mine.rank >= theirs.rank
        and (mine.object_id is null or mine.object_id = theirs.object_id)
        and (mine.owner_id = theirs.owner_id or mine.site_id = theirs.site_id)
    )
  ) then
    return 'groupRight';
  end if;
  return null;
end $$;
