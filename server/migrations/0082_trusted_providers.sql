-- Set by the operator: the only sign-in provider of a site's own choice that may vouch for accounts with more rights than the site's
-- administrators. Who set the present ones is not known, so none of them is.
alter table social_provider add column is_trusted boolean not null default false;
