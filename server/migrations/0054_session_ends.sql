-- However a session ends, every process hears of it when that commits, so that what it holds open ends with it.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('cloudberth', json_build_object(
    'topic', 'session', 'id', encode(new.id_hash, 'hex'), 'data', json_build_object('reason', new.end_reason))::text);
  return null;
end $$;

create trigger session_end_announced after update of ended_at on session
for each row when (old.ended_at is null and new.ended_at is not null)
execute function announce_session_end();
