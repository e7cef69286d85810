-- Whether servers may be billed by the month as well as by the hour by this list, or by the hour alone.
alter table price_list add column billing_modes text not null default 'monthlyAndHourly' check (billing_modes in ('monthlyAndHourly', 'hourlyOnly'));
