-- The first of an image's versions. A column, because row security keeps expressions with coalesce from using an index.
alter table image add column family uuid generated always as (coalesce(family_id, id)) stored;
drop index image_family;
create index image_family on image (family, created_at desc, id);
