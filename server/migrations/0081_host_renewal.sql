-- Host names stay proved only while their proof stands: it is looked for again and again.

-- When the record was last seen. What was proved before gets the whole grace period to show it again.
alter table site_host add column renewed_at timestamptz;
update site_host set renewed_at = now() where proved_by = 'dns';
-- Since when the proof counts as lapsed: the site still answers under the name, but no link leads there.
alter table site_host add column lapsed_at timestamptz;
create index site_host_renewal on site_host (checked_at) where proved_by = 'dns';

-- Those of `hosts` whose proof has lapsed, where the directory of sites reads them.
alter table site add column lapsed_hosts text[] not null default '{}';
