-- A company also deals with an account for which something awaits a second approval, wherever the account has moved since.
create or replace function is_account_billed_by(account uuid, companies uuid[]) returns boolean
  language plpgsql stable parallel safe security definer set search_path = public, pg_temp as
  $$ begin
    return exists (select from ledger_account where user_id = account and company_id = any(companies))
      or exists (select from invoice where user_id = account and company_id = any(companies))
      or exists (select from customer_number where user_id = account and company_id = any(companies))
      or exists (select from charge_order where user_id = account and company_id = any(companies))
      or exists (select from payment_order where user_id = account and company_id = any(companies))
      or exists (select from discount where user_id = account and company_id = any(companies))
      or exists (select from ledger_approval where user_id = account and company_id = any(companies));
  end $$;
