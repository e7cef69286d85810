-- Lists read their rows in the order they are shown in: everybody's rows by the sort key, an account's or a site's by that and the key.

create index image_list on image (name, id);
drop index image_owner;
create index image_owner on image (owner_id, name, id);
drop index image_site;
create index image_site on image (site_id, name, id);
create index image_shared_with_site on image (site_id) where is_shared_with_site;

create index network_list on network (kind, id);

create index address_history_at on address_history (at, id) include (site_id) where event in ('taken', 'handedOver') and server_id is not null;
create index address_history_site on address_history (site_id, at, id);

create index firewall_group_list on firewall_group (name_key, id);
drop index firewall_group_site;
create index firewall_group_site on firewall_group (site_id, name_key, id);

-- Whose the keys are is read from the index alone.
drop index api_key_owner;
create index api_key_owner on api_key (owner_id, site_id) where deleted_at is null;
drop index api_key_site;
create index api_key_site on api_key (site_id, owner_id) where deleted_at is null;
create index api_key_list on api_key (lower(name), id) where deleted_at is null;
create index alert_list on alert (lower(name), id);
create index budget_list on budget (lower(name), id);
create index schedule_list on schedule (lower(name), id);
create index server_backup_list on server_backup (created_at, id);
drop index server_backup_site;
create index server_backup_site on server_backup (site_id, created_at, id);

create index server_transfer_list on server_transfer (created_at, id);
create index server_transfer_site on server_transfer (site_id, created_at, id);

create index mail_message_list on mail_message (created_at, id);
drop index mail_message_site;
create index mail_message_site on mail_message (site_id, created_at, id);
create index sms_message_list on sms_message (created_at, id);
drop index sms_message_site;
create index sms_message_site on sms_message (site_id, created_at, id);
drop index sms_message_recent;

create index charge_order_list on charge_order (created_at, id);

drop index login_event_at;
create index login_event_at on login_event (at, id);
drop index login_event_site;
create index login_event_site on login_event (site_id, at desc, id desc);
