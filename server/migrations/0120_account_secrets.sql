-- What calls are told about secrets that their connections have no right to read.
alter table user_account
  add column has_password boolean not null generated always as (password_hash is not null) stored,
  add column has_totp boolean not null generated always as (totp_secret is not null) stored;
