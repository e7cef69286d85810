-- Sites as their resellers shape them, and the agreements people sign.

alter table site
  add column favicon bytea,
  add column favicon_type text,
  -- titles and icons of menu entries: {"servers": {"icon": "cloud", "title": {"en": "Machines"}}}
  add column menu jsonb not null default '{}',
  -- the published look (site_look.version); 0: the look of the house
  add column look_version integer not null default 0,
  -- a reseller's own site may sign its people in (specification: site.remoteWebAccess, site.remoteIps, site.token)
  add column remote_web_access boolean not null default false,
  add column remote_ips text[] not null default '{}',
  -- sha-256 of the token; the token itself is nowhere
  add column remote_token_hash bytea,
  add column remote_token_at timestamptz;

-- Host names a site has, or wants. Nobody's claim stands in another's way until it is proved.
create table site_host (
  host text not null check (host = lower(host) and length(host) between 4 and 253),
  site_id uuid not null references site (id),
  -- what the TXT record _cloudberth.<host> must hold; a claim given up and made again has another
  proof text not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  -- null until the record was seen, or root vouched for it
  proved_at timestamptz,
  proved_by text check (proved_by in ('dns', 'root')),
  checked_at timestamptz,
  problem text not null default '',
  primary key (site_id, host)
);
create unique index site_host_proved on site_host (host) where proved_at is not null;
insert into site_host (host, site_id, proof, position, proved_at, proved_by)
select lower(given.host), site.id, '', given.position, now(), 'root'
from site, unnest(site.hosts) with ordinality as given (host, position);

-- Every look that was ever published. Rolling back publishes an old one anew.
create table site_look (
  site_id uuid not null references site (id),
  version integer not null check (version > 0),
  look jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id),
  primary key (site_id, version)
);
create trigger site_look_append_only before update or delete or truncate on site_look for each statement execute function refuse_change();

-- Pictures of looks, once each by content.
create table site_picture (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  digest bytea not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  content bytea not null check (length(content) <= 262144),
  created_at timestamptz not null default now(),
  unique (site_id, digest)
);

-- Texts of a site's own, by language; the highest version holds.
create table site_content (
  site_id uuid not null references site (id),
  name text not null check (name in ('login', 'welcome', 'footer', 'terms')),
  language text not null,
  version integer not null check (version > 0),
  body text not null,
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id),
  primary key (site_id, name, language, version)
);
create trigger site_content_append_only before update or delete or truncate on site_content for each statement execute function refuse_change();

-- Pages of a site's own within the portal: somebody else's address, or HTML of the site.
create table site_page (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  title jsonb not null,
  section text not null,
  icon text not null default 'world',
  kind text not null check (kind in ('url', 'html')),
  url text not null default '',
  html text not null default '',
  is_enabled boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  check ((kind = 'url') = (url <> ''))
);
create index site_page_site on site_page (site_id, position);

-- How often remote sign-in was tried, by minute.
create table remote_login_try (
  site_id uuid not null references site (id),
  ip text not null,
  minute timestamptz not null,
  tries integer not null default 0,
  primary key (site_id, ip, minute)
);

create table agreement (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  title text not null check (title <> ''),
  -- who must sign: everybody, the roles, or who came after the first publication
  audience text not null default 'all' check (audience in ('all', 'roles', 'newUsers')),
  roles text[] not null default '{}',
  -- until it is signed: nothing is refused, or every change but billing
  blocks text not null default 'nothing' check (blocks in ('nothing', 'changes')),
  is_active boolean not null default true,
  first_published_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id)
);
create index agreement_site on agreement (site_id);

create table agreement_version (
  id uuid primary key default gen_random_uuid(),
  agreement_id uuid not null references agreement (id),
  version integer not null check (version > 0),
  -- by language, exactly as it is signed
  texts jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id),
  -- null: a draft, which may still change
  published_at timestamptz,
  published_by uuid references user_account (id),
  unique (agreement_id, version)
);
create unique index agreement_version_draft on agreement_version (agreement_id) where published_at is null;
create index agreement_version_published on agreement_version (agreement_id, version desc) where published_at is not null;

create function refuse_change_of_published() returns trigger language plpgsql as $$
begin
  if old.published_at is not null then
    raise exception 'a published agreement cannot change' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger agreement_version_immutable before update or delete on agreement_version for each row execute function refuse_change_of_published();

create table agreement_signature (
  id uuid primary key default gen_random_uuid(),
  agreement_id uuid not null references agreement (id),
  version_id uuid not null references agreement_version (id),
  site_id uuid not null references site (id),
  user_id uuid not null references user_account (id),
  -- as it was at that moment
  email text not null,
  language text not null,
  -- sha-256 of the exact text, hexadecimal
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  ip text not null,
  user_agent text not null,
  request_id text not null,
  signed_at timestamptz not null default now(),
  unique (version_id, user_id)
);
create index agreement_signature_agreement on agreement_signature (agreement_id, signed_at desc, id);
create index agreement_signature_user on agreement_signature (user_id);
create trigger agreement_signature_append_only before update or delete or truncate on agreement_signature for each statement execute function refuse_change();

-- The last time somebody was asked to sign, so that nobody is asked twice a day.
create table agreement_reminder (
  version_id uuid not null references agreement_version (id),
  user_id uuid not null references user_account (id),
  sent_at timestamptz not null,
  primary key (version_id, user_id)
);
