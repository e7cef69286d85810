-- What row policies and calls need to know about accounts outside the scope. They run as the owner of the schema: a policy that read its
-- own table would recurse. Each takes or derives single ids, so that no statement lists accounts of others through them.

-- the account that pays for the caller, which its calls are charged to and limited by
create function row_scope_payer() returns uuid language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin return (select parent_id from user_account where id = (row_scope_accounts())[1]); end $$;

-- the caller's address in lower case and its site: offers and shares are made to an address on a site
create function row_scope_email() returns text language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin return (select email_key from user_account where id = (row_scope_accounts())[1]); end $$;
create function row_scope_home() returns uuid language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin return (select site_id from user_account where id = (row_scope_accounts())[1]); end $$;

-- images that others share with the caller's address
create function row_scope_shared_images() returns uuid[] language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin
    return array(select image_id from image_share where email = row_scope_email());
  end $$;

-- whether one of the companies has the account in its books, or an order, a discount or a number of it, wherever it has moved since
create function is_account_billed_by(account uuid, companies uuid[]) returns boolean
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin
    return exists (select from ledger_account where user_id = account and company_id = any(companies))
      or exists (select from invoice where user_id = account and company_id = any(companies))
      or exists (select from customer_number where user_id = account and company_id = any(companies))
      or exists (select from charge_order where user_id = account and company_id = any(companies))
      or exists (select from payment_order where user_id = account and company_id = any(companies))
      or exists (select from discount where user_id = account and company_id = any(companies));
  end $$;

-- the email address of an account whose id the caller's rows contain, such as the administrator who locked a server
create function account_email(account uuid) returns text language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin return (select email from user_account where id = account); end $$;

-- how many servers of any account use an image
create function image_use_count(image uuid) returns bigint language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin return (select count(*) from image_use where image_id = image); end $$;
