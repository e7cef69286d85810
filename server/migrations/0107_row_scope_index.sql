-- Row policies of what belongs to a server ask for its owner and its site: this index answers without reading the row.
create unique index server_row_scope on server (id) include (owner_id, site_id);
