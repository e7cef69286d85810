-- A ticket also says by which session it was asked for, which port of the guest it leads to, and what of it is recorded.
alter table console_ticket drop constraint console_ticket_kind_check;
alter table console_ticket add constraint console_ticket_kind_check check (kind in ('vnc', 'serial', 'ssh', 'rdp', 'guestVnc'));
alter table console_ticket add column session_hash bytea;
alter table console_ticket add column port integer check (port between 1 and 65535);
alter table console_ticket add column recorded text not null default 'none' check (recorded in ('none', 'output', 'all'));

-- The key by which a guest's SSH showed itself first; another one is refused until somebody forgets this.
create table console_host_key (
  server_id uuid not null references server (id) on delete cascade,
  port integer not null check (port between 1 and 65535),
  algorithm text not null,
  key bytea not null,
  first_seen_at timestamptz not null default now(),
  seen_by uuid references user_account (id),
  primary key (server_id, port)
);
create index console_host_key_seen_by on console_host_key (seen_by);

-- What was recorded. It outlives its server, and stays with whom the server belonged to at the time. The file lies in the data folder.
create table console_recording (
  id uuid primary key,
  server_id uuid not null,
  server_name text not null,
  site_id uuid not null references site (id),
  owner_id uuid not null references user_account (id),
  -- Who sat at it, and who he really was when he acted for somebody.
  user_id uuid not null references user_account (id),
  operator_id uuid references user_account (id),
  ip text not null,
  kind text not null check (kind in ('vnc', 'serial', 'ssh', 'rdp', 'guestVnc')),
  has_input boolean not null,
  file text not null,
  state text not null default 'running' check (state in ('running', 'kept', 'cut')),
  started_at timestamptz not null default now(),
  -- Written again and again while it runs: what stops being seen was cut off.
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  duration_ms bigint,
  bytes bigint,
  sha256 bytea
);
create index console_recording_server on console_recording (server_id, started_at desc);
create index console_recording_site on console_recording (site_id, ended_at);
create index console_recording_owner on console_recording (owner_id);
create index console_recording_user on console_recording (user_id);
create index console_recording_operator on console_recording (operator_id);
create index console_recording_running on console_recording (seen_at) where state = 'running';
