-- A list of the newest servers of a site walks this index in order. Without it, the planner reads and
-- sorts all servers of the site whenever it expects few of them.
create index server_list_site_created on server (site_id, created_at, id) where state <> 'bin';
