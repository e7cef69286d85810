-- Row security lets only conditions that cannot leak a row decide which rows are read, and PostgreSQL takes COALESCE for one that can.
-- With the end of a span as a CASE these indexes serve scoped connections too: a bill reads the spans of its month, not those of all years.
create index span_subject_until on span (subject_id, (case when to_at is null then 'infinity' else to_at end));
create index span_owner_until on span (owner_id, (case when to_at is null then 'infinity' else to_at end));
create index span_site_until on span (site_id, (case when to_at is null then 'infinity' else to_at end));
drop index span_subject_end;
drop index span_owner;
drop index span_site;
