-- What is disputed is not collected meanwhile, small debts may stand, and late fees are invoices of their own. `docs/dunning.md` tells the rules.

-- paused, resumed: a dispute of a payment keeps its amount from being collected, and does so no more
alter table dunning_step drop constraint dunning_step_kind_check;
alter table dunning_step add constraint dunning_step_kind_check
  check (kind in ('reminder', 'fee', 'retry', 'suspend', 'notice', 'terminate', 'settled', 'paused', 'resumed'));
create index dunning_step_paused on dunning_step (step) where kind in ('paused', 'resumed');

alter table dunning_policy
  -- nothing is done about a debt up to it, in the currency of the debt
  add column tolerance numeric(20, 4) not null default 0 check (tolerance >= 0 and tolerance <> 'NaN'),
  add column taxes_fees boolean not null default true;

create index payment_dispute_open on payment_dispute (order_id) where state = 'open';

-- An invoice of a late fee stands beside those of months: of no month, and once for the document that was not paid.
alter table invoice alter column period drop not null;
alter table invoice add column fee_for uuid unique references invoice_document (id);
alter table invoice add constraint invoice_of_month_or_fee check ((period is null) = (fee_for is not null));
