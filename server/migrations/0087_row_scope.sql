-- The scope of a transaction, for the row policies that server/platform/database/wall sets. Nothing is set: nothing is visible.

-- accounts whose rows are visible: the caller, its sub-accounts, and owners on whose objects groups grant rights
create function row_scope_accounts() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('cloudberth.accounts', true), ''), '{}')::uuid[] $$;

-- sites whose rows are visible: those of an administrator, and those on whose objects groups grant rights
create function row_scope_sites() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('cloudberth.sites', true), ''), '{}')::uuid[] $$;

alter view group_grant set (security_invoker = true);

-- Work that concerns the rows of several customers whoever causes it: addresses are unique in a network, histories and sums are kept
-- by triggers, the queue is one for all. It runs as the owner of the schema.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
      and (p.prorettype = 'trigger'::regtype or p.proname in ('take_address', 'take_chosen_address', 'next_free_address', 'note_address',
        'free_vlan', 'wake_task', 'granted_sites', 'granted_owners', 'granted_objects', 'granted_rank', 'server_as_it_is'))
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute format('alter function %s security definer set search_path = public, pg_temp', routine);
  end loop;
end $$;
