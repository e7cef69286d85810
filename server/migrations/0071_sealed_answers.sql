-- An answer may hold what is told once, such as the secret of a key: it is kept sealed. What was kept before this goes with its key, within seven days.
alter table idempotency add column sealed bytea;
