-- What was bought is read beside what runs, and there is little of it: an index of its own, so that nobody's hours are gone through for it.
create index span_bought_by_owner on span (owner_id, from_at) where mode = 'purchase';
create index span_bought_at_site on span (site_id, from_at) where mode = 'purchase';
