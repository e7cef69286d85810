-- People: what protects an account, what proves an address, what was sent, and who signed in.

alter table user_account
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column uses_tfa boolean not null default false,
  add column uses_tfa_email boolean not null default false,
  add column uses_tfa_sms boolean not null default false,
  add column uses_tfa_app boolean not null default false,
  -- sealed (server/platform/secrets)
  add column totp_secret bytea,
  -- the last time step whose code was taken (RFC 6238 section 5.2): only ever raised
  add column totp_last_step bigint not null default 0,
  add column uses_allowed_ips boolean not null default false,
  add column allows_social_login boolean not null default true,
  -- mails at all, and then the sets of preferences by name
  add column gets_notifications boolean not null default true,
  add column notification_preferences jsonb not null default '{}',
  add column additional_email_parent text not null default '',
  add column copies_parent_mails boolean not null default false,
  add column additional_email_admin text not null default '',
  add column copies_admin_mails boolean not null default false,
  add column account_state_reason text not null default '',
  add column account_state_at timestamptz,
  add column disabled_at timestamptz,
  add column disabled_by uuid,
  add column password_changed_at timestamptz,
  add column last_login_at timestamptz,
  add column deleted_by uuid;
create index user_account_list on user_account (site_id, email_key) where deleted_at is null;
create index user_account_recent on user_account (last_login_at desc nulls last) where deleted_at is null;
create index user_account_created on user_account (created_at desc);

alter table site
  -- specification section 4, new-user billing profile: 0 none, 1 external (no self sign-up), 2 own profile (self sign-up allowed)
  add column sign_up smallint not null default 2 check (sign_up in (0, 1, 2)),
  add column requires_email_validation boolean not null default true,
  add column view_mode text not null default 'Full' check (view_mode in ('Full', 'Mini')),
  add column terms text not null default '',
  add column mail_sender text not null default '';

alter table session
  -- how the person proved who it is: password, totp, email, sms, recovery, passkey, social, autoLogin
  add column method text not null default 'password',
  -- the last fresh proof, for actions the site asks one for
  add column proved_at timestamptz,
  -- somebody else's view, opened by this session's owner
  add column acting_for uuid references user_account (id),
  add column acting_until timestamptz,
  add column acting_may_change boolean not null default false;

alter table login_lock
  -- blocks in a row; each is longer than the one before, none longer than 15 minutes
  add column blocks integer not null default 0;

-- One-time links and tokens. The token itself is nowhere.
create table account_token (
  hash bytea primary key,
  kind text not null check (kind in ('reset', 'validate', 'invite', 'changeEmail', 'autoLogin', 'create')),
  site_id uuid not null references site (id),
  user_id uuid references user_account (id),
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_token_open on account_token (user_id, kind) where used_at is null;
create index account_token_age on account_token (expires_at);

-- The second step of a log-in (specification: mediateToken).
create table login_challenge (
  token_hash bytea primary key,
  site_id uuid not null references site (id),
  user_id uuid not null references user_account (id),
  -- a value only the browser that gave the password has
  browser_hash bytea not null,
  code_hash bytea,
  code_factor text,
  code_expires_at timestamptz,
  code_sent_at timestamptz,
  sends integer not null default 0,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_challenge_user on login_challenge (user_id);
create index login_challenge_age on login_challenge (expires_at);

-- A browser that need not give the second step again.
create table remembered_browser (
  hash bytea primary key,
  user_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index remembered_browser_user on remembered_browser (user_id);

create table recovery_code (
  user_id uuid not null references user_account (id),
  hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkey (
  -- the authenticator's credential id, base64url
  id text primary key,
  user_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Proofs that may be used once though nothing is stored when they are handed out (passkey challenges, state tokens).
create table spent_proof (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proof_age on spent_proof (expires_at);

create table user_phone (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account (id),
  -- E.164
  phone text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, phone)
);

create table user_allowed_ip (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_account (id),
  -- an address or a range
  address cidr not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, address)
);

-- A phone number that is being proved.
create table phone_verification (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  phone text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sends integer not null default 1,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index phone_verification_user on phone_verification (user_id, phone);

-- Everything that came of an attempt to sign in.
create table login_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  site_id uuid not null references site (id),
  user_id uuid references user_account (id),
  email_key text not null,
  -- signedIn, needsSecondStep, wrongPassword, wrongCode, blocked, ipRefused, disabled, signedOut, disconnected, ipChanged
  outcome text not null,
  method text not null default 'password',
  ip text not null default '',
  user_agent text not null default ''
);
create index login_event_user on login_event (user_id, id desc);
create index login_event_site on login_event (site_id, id desc);
create index login_event_at on login_event (at);

-- Mail that is to be sent or was. What it says is sealed: it may carry links that sign somebody in.
create table mail_message (
  id bigint generated always as identity primary key,
  site_id uuid not null references site (id),
  user_id uuid references user_account (id),
  kind text not null,
  language text not null,
  to_address text not null,
  copies text[] not null default '{}',
  subject text not null,
  content bytea,
  -- waiting, sent, kept (no mail server is set), failed
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  problem text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_message_due on mail_message (due_at) where state = 'waiting';
create index mail_message_site on mail_message (site_id, id desc);
create index mail_message_user on mail_message (user_id, id desc);

create table mail_template (
  site_id uuid not null references site (id),
  kind text not null,
  language text not null,
  subject text not null,
  body text not null,
  changed_at timestamptz not null default now(),
  changed_by uuid references user_account (id),
  primary key (site_id, kind, language)
);

create table sms_message (
  id bigint generated always as identity primary key,
  site_id uuid not null references site (id),
  user_id uuid references user_account (id),
  phone text not null,
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  problem text not null default '',
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index sms_message_due on sms_message (due_at) where state = 'waiting';
create index sms_message_site on sms_message (site_id, id desc);
create index sms_message_day on sms_message (phone, created_at);

create table social_link (
  site_id uuid not null references site (id),
  provider text not null,
  -- who the provider says it is, for good; never the address
  subject text not null,
  user_id uuid not null references user_account (id),
  email text not null default '',
  display_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (site_id, provider, subject),
  unique (user_id, provider)
);

create table social_provider (
  site_id uuid not null references site (id),
  code text not null,
  title text not null,
  issuer text not null,
  client_id text not null,
  -- sealed
  client_secret bytea not null,
  is_enabled boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (site_id, code)
);

-- The key that seals secrets, proved at start: a portal with the wrong key must not run.
create table secret_check (
  key_id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- How often something was asked for from one place, so that it can be slowed down; exact over all processes.
create table pace (
  site_id uuid not null references site (id),
  key text not null,
  begun_at timestamptz not null,
  times integer not null,
  primary key (site_id, key)
);
create index pace_age on pace (begun_at);
