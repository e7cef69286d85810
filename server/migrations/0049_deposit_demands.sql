-- A demand for a deposit remembers the state it was made in, and since when it stands: it is gone back to when the demand is met or lifted.
alter table user_account
  add column deposit_from smallint check (deposit_from in (-1, 0, 1, 2, 3, 5, 7)),
  add column deposit_demanded_at timestamptz;
-- The record of what was done knows it of the demands that stand.
update user_account u
set deposit_from = coalesce(d.state, case when exists (select from billing_profile p where p.user_id = u.id) then 2 else 0 end),
  deposit_demanded_at = coalesce(d.at, now())
from user_account demanded
left join lateral (
  select (e.before ->> 'billing')::smallint as state, e.at from audit_entry e
  where e.target_type = 'user' and e.target_id = demanded.id::text and e.outcome = 'done'
    and e.after ->> 'billing' = '9' and e.before ->> 'billing' in ('-1', '0', '1', '2', '3', '5', '7')
  order by e.id desc limit 1
) d on true
where demanded.id = u.id and u.billing_state = 9;

-- A person's word for the tax number of the profile, as it is now: who gave it, and when. Another number, country or name is without it.
alter table billing_profile
  add column number_confirmed_at timestamptz,
  add column number_confirmed_by uuid references user_account (id);
-- Those that a person verified by hand, as the last that happened to them, and that are what they were then.
update billing_profile p
set number_confirmed_at = v.at, number_confirmed_by = v.actor_id
from user_account u
cross join lateral (
  select e.at, e.actor_id, e.operation, e.after ->> 'billing' as state from audit_entry e
  where e.target_type = 'user' and e.target_id = u.id::text and e.outcome = 'done' and e.after ? 'billing'
  order by e.id desc limit 1
) v
where u.id = p.user_id and u.billing_state = 3 and p.kind = 'company' and p.tax_number <> '' and p.changed_at <= v.at
  and v.operation = 'moveBillingState' and v.state = '3' and exists (select from user_account actor where actor.id = v.actor_id);
