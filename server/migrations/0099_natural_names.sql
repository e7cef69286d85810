-- Names are sorted as people count: nat-2 before nat-10. The order belongs to the column, so that every list, index and cursor has the same.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

alter table server alter column name_key type text collate natural_order;
alter table user_account alter column name_key type text collate natural_order;
alter table user_group alter column name_key type text collate natural_order;
alter table network alter column name_key type text collate natural_order;
alter table firewall_group alter column name_key type text collate natural_order;
alter table image alter column name type text collate natural_order;
alter table alert alter column name type text collate natural_order;
alter table budget alter column name type text collate natural_order;
alter table schedule alter column name type text collate natural_order;
alter table api_key alter column name type text collate natural_order;
alter table cloudinit_policy alter column name type text collate natural_order;
alter table server_backup alter column server_name type text collate natural_order;
