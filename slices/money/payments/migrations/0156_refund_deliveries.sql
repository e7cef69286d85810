-- Refunds are sent to the provider as outbound jobs. What it has taken is still looked at.
insert into outbound_job (type, key, site_id, payload, due_at, queued_at, created_at)
select 'payments.refund', r.id::text, u.site_id, jsonb_build_object('refundId', r.id), coalesce(r.look_at, now()), now(), r.created_at
from payment_refund r join payment_order o on o.id = r.order_id join user_account u on u.id = o.user_id
where r.state = 'waiting' and r.reference is null order by r.created_at, r.id;
update payment_refund set look_at = null where state = 'waiting' and reference is null;
