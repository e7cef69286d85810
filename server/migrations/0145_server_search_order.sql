-- A search by name as an administrator walks this index in order: what it asks about is in it, so rows that don't match aren't read.
create index server_list_name_search on server (name_key, id) include (search_name, site_id) where state <> 'bin';
