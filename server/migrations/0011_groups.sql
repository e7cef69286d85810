-- Groups: users of a site, or children of a parent, with rights on objects.

create table user_group (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  -- the parent whose group it is: its rights are on what that parent owns. Without one it is the site's, and its rights are on
  -- what belongs to the site and those below.
  owner_id uuid references user_account (id),
  name text not null check (length(name) between 2 and 100),
  name_key text generated always as (lower(name)) stored,
  description text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id)
);
create unique index user_group_name on user_group (site_id, owner_id, name_key) nulls not distinct;
create index user_group_owner on user_group (owner_id);
create index user_group_list on user_group (name_key, id);

create table user_group_member (
  group_id uuid not null references user_group (id) on delete cascade,
  user_id uuid not null references user_account (id),
  added_at timestamptz not null default now(),
  added_by uuid references user_account (id),
  primary key (group_id, user_id)
);
create index user_group_member_user on user_group_member (user_id);

create table user_group_right (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references user_group (id) on delete cascade,
  -- specification section 3, object type codes
  object_type text not null check (object_type ~ '^ot\.'),
  -- null: all of the type
  object_id uuid,
  -- each includes those before it
  level text not null check (level in ('view', 'operate', 'manage', 'terminate')),
  granted_at timestamptz not null default now(),
  granted_by uuid references user_account (id),
  unique nulls not distinct (group_id, object_type, object_id)
);
create index user_group_right_object on user_group_right (object_type, object_id);

-- What groups grant to whom, as it holds now: a right of a parent's group is for its children, on what the parent owns; one of a
-- site's group for the people of that site and those below, on what belongs there. Whoever has moved away has it no more.
create view group_grant as
  select m.user_id, g.id as group_id, g.name as group_name, r.object_type, r.object_id,
    array_position(array['view', 'operate', 'manage', 'terminate'], r.level) as rank, g.owner_id, null::uuid as site_id
  from user_group_member m
  join user_group g on g.id = m.group_id
  join user_group_right r on r.group_id = g.id
  join user_account u on u.id = m.user_id and u.parent_id = g.owner_id
  union all
  select m.user_id, g.id, g.name, r.object_type, r.object_id,
    array_position(array['view', 'operate', 'manage', 'terminate'], r.level), null::uuid, below.id
  from user_group_member m
  join user_group g on g.id = m.group_id and g.owner_id is null
  join user_group_right r on r.group_id = g.id
  join site home on home.id = g.site_id
  join user_account u on u.id = m.user_id
  join site his on his.id = u.site_id and (his.path = home.path or his.path like home.path || '/%')
  join site below on below.path = home.path or below.path like home.path || '/%';

-- The plan of what a function asks is kept by its connection: the lists of those without groups stay as fast as before.

-- Whose objects of the type, all of them, are granted to the user.
create function granted_owners(who uuid, kind text, at_least integer) returns uuid[] language plpgsql stable parallel safe as $$
begin
  if not exists (select from user_group_member where user_id = who) then return '{}'; end if;
  return array(select owner_id from group_grant where user_id = who and object_type = kind and rank >= at_least and object_id is null and owner_id is not null);
end $$;

-- The sites whose objects of the type, all of them, are granted to the user.
create function granted_sites(who uuid, kind text, at_least integer) returns uuid[] language plpgsql stable parallel safe as $$
begin
  if not exists (select from user_group_member where user_id = who) then return '{}'; end if;
  return array(select site_id from group_grant where user_id = who and object_type = kind and rank >= at_least and object_id is null and site_id is not null);
end $$;

-- Single objects of the type that are granted to the user; whether each is still where the grant holds is asked of granted_rank.
create function granted_objects(who uuid, kind text, at_least integer) returns uuid[] language plpgsql stable parallel safe as $$
begin
  if not exists (select from user_group_member where user_id = who) then return '{}'; end if;
  return array(select distinct object_id from group_grant where user_id = who and object_type = kind and rank >= at_least and object_id is not null);
end $$;

-- How much is granted to the user on one object: 0 nothing, 1 view, 2 operate, 3 manage, 4 terminate.
create function granted_rank(who uuid, kind text, object uuid, its_owner uuid, its_site uuid) returns integer language plpgsql stable parallel safe as $$
begin
  if not exists (select from user_group_member where user_id = who) then return 0; end if;
  return coalesce((
    select max(rank) from group_grant
    where user_id = who and object_type = kind and (object_id is null or object_id = object) and (owner_id = its_owner or site_id = its_site)
  ), 0);
end $$;

create index audit_entry_behalf on audit_entry (on_behalf_of, id desc) where on_behalf_of is not null;
create index audit_entry_operation on audit_entry (operation, at desc);
create index audit_entry_site on audit_entry (site_id, at desc, id desc);
