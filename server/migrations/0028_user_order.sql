-- Whoever is searched for may all stand at the far end of the order that is asked for: everybody before them is passed, which costs a
-- look at each row unless the index of the order knows what is searched. It leaves out the accounts of test keys too, as every list
-- does.
drop index user_list_email, user_list_name, user_list_created, user_list_login, user_list_role, user_list_state;
create index user_list_email on user_account (email_key, id) include (search_text) where deleted_at is null and sandbox_of is null;
create index user_list_name on user_account (name_key, id) include (search_text) where deleted_at is null and sandbox_of is null;
create index user_list_created on user_account (created_at, id) include (search_text) where deleted_at is null and sandbox_of is null;
-- An index of an expression is read alone only when it has the column of the expression as well.
create index user_list_login on user_account (coalesce(last_login_at, '-infinity'::timestamptz), id) include (search_text, last_login_at)
  where deleted_at is null and sandbox_of is null;
create index user_list_role on user_account (role, id) include (search_text) where deleted_at is null and sandbox_of is null;
create index user_list_state on user_account (account_state, id) include (search_text) where deleted_at is null and sandbox_of is null;
