-- A search in name order walks this index alone: what it looks for and the sandbox check are in it.
drop index server_list_name;
create index server_list_name on server (name_key, id) include (search_name, site_id) where state <> 'bin';
