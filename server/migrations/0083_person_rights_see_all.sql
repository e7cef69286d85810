-- What somebody lacks of a person's rights also depends on rows that the caller doesn't see, such as groups of a site of which the person
-- is a member: under row policies they would count as absent, and so would the right. These run as the owner of the schema.
alter function person_lack(text, uuid, text, text[], uuid) security definer set search_path = public, pg_temp;

-- Whether another account has the address, on any site, that administers a site or of whose rights the actor lacks one.
create function address_beyond(reach text, actor uuid, top text, covered text[], address text) returns boolean
language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select exists (
    select from user_account a where a.email_key = lower(address) and a.id <> actor
      and (a.role = 'siteAdmin' or person_lack(reach, actor, top, covered, a.id) is not null))
$$;
