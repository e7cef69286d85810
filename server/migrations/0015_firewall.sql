-- Firewalls of network cards, and groups of rules that several cards use.

create table firewall_group (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  name text not null check (length(name) between 1 and 63),
  name_key text generated always as (lower(name)) stored,
  description text not null default '',
  -- what is in force: a list of rules
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  -- what is being edited; null when nothing is
  draft jsonb check (jsonb_typeof(draft) = 'array'),
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint firewall_group_name unique (owner_id, name_key)
);
create index firewall_group_site on firewall_group (site_id);

-- A card without a row, or with nothing in force, lets everything pass.
create table firewall_card (
  nic_id uuid primary key references nic (id) on delete cascade,
  server_id uuid not null,
  -- {"in": "accept", "out": "accept", "entries": […]}
  policy jsonb check (jsonb_typeof(policy) = 'object'),
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  -- digest of the rules the engine was last given, groups and addresses resolved
  applied text,
  applied_at timestamptz
);
create index firewall_card_server on firewall_card (server_id);
