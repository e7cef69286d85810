-- Images that people bring or make: whose they are, which of a family is the newest, who else may use them, and uploads on their way.

-- The first checks of 0004 allowed only what the catalogue has.
alter table image drop constraint image_source_check;
alter table image drop constraint image_format_check;
alter table image drop constraint image_check1;
alter table image add constraint image_source check (source in ('fetch', 'build', 'upload', 'address', 'disk'));
alter table image add constraint image_format check (format in ('qcow2', 'raw', 'iso'));
alter table image add constraint image_has_address check ((source in ('fetch', 'address')) = (source_address is not null));

alter table image
  -- the id of the first of its versions; null: of itself
  add column family_id uuid,
  -- deprecated: it warns and is not offered first; withdrawn: it is not offered
  add column offer text not null default 'offered' check (offer in ('offered', 'deprecated', 'withdrawn')),
  add column offer_note text not null default '',
  add column is_shared_with_site boolean not null default false,
  -- boots with the kernel of that image, when that has one outside of its disk
  add column boots_as uuid,
  -- what it was before it was converted, for people: `vmdk`
  add column original_format text,
  -- the server a disk was copied from, as it was called then
  add column made_from text,
  -- what the content must have, as whoever asked for it said
  add column wanted_digest text check (wanted_digest ~ '^[0-9a-f]{32}$' or wanted_digest ~ '^[0-9a-f]{64}$' or wanted_digest ~ '^[0-9a-f]{128}$');
create index image_family on image ((coalesce(family_id, id)));

-- Addresses of people of the same site who may use it. One without an account may get one later.
create table image_share (
  image_id uuid not null references image (id) on delete cascade,
  email text not null check (email = lower(email)),
  shared_at timestamptz not null default now(),
  shared_by uuid references user_account (id),
  primary key (image_id, email)
);
create index image_share_email on image_share (email);

-- A file that is being brought in chunks. Which chunks are here lies beside the file.
create table image_upload (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  file_name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  chunk_bytes integer not null check (chunk_bytes > 0),
  -- what the image is to be, as the person filled it in
  facts jsonb not null,
  wanted_digest text,
  -- the image that is made of it; its task is over when the upload is gone
  image_id uuid references image (id) on delete set null,
  -- why no image could be made of it
  problem jsonb,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index image_upload_owner on image_upload (owner_id);
create index image_upload_site on image_upload (site_id);
create index image_upload_changed on image_upload (changed_at);
