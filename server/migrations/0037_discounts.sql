-- What customers pay less, by agreement or by a code. `docs/discounts.md` tells the rules; the reckoning is in slices/discounts.

-- So much off every month of one customer.
create table discount (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  title text not null check (title <> ''),
  kind text not null check (kind in ('percent', 'fixed')),
  value numeric(20, 4) not null check (value > 0 and value <> 'NaN' and (kind <> 'percent' or value <= 100)),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- kinds of lines it is taken off; null: all
  groups text[] check (cardinality(groups) > 0),
  -- first days of its first and its last month; null: until somebody ends it
  from_month date not null check (extract(day from from_month) = 1),
  to_month date check (extract(day from to_month) = 1 and to_month >= from_month),
  -- the most it takes off a month
  most numeric(20, 4) check (most > 0 and most <> 'NaN'),
  created_at timestamptz not null,
  created_by uuid references user_account (id)
);
create index discount_customer on discount (user_id, company_id);

-- A code that gives every customer who redeems it so many percent, or an amount until it is used up, for some months.
create table promo (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{3,39}$'),
  title text not null check (title <> ''),
  kind text not null check (kind in ('percent', 'credit')),
  value numeric(20, 4) not null check (value > 0 and value <> 'NaN' and (kind <> 'percent' or value <= 100)),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- calendar months, the one in which it is redeemed being the first
  months integer not null check (months between 1 and 60),
  -- when it can be redeemed, and how often; null: without an end, without a limit
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  max_uses integer check (max_uses > 0),
  closed_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references user_account (id),
  unique (company_id, code)
);

-- Who redeemed it, once for good.
create table promo_use (
  id uuid primary key default gen_random_uuid(),
  promo_id uuid not null references promo (id),
  user_id uuid not null references user_account (id),
  from_month date not null check (extract(day from from_month) = 1),
  to_month date not null check (extract(day from to_month) = 1 and to_month >= from_month),
  redeemed_at timestamptz not null,
  -- the customer, or who gave it to him
  redeemed_by uuid references user_account (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_account (id),
  unique (promo_id, user_id)
);
create index promo_use_user on promo_use (user_id);

-- What a month's invoice takes of a credit. Of a month that is written anew it is written anew.
create table promo_spent (
  use_id uuid not null references promo_use (id),
  month date not null,
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  primary key (use_id, month)
);

-- A line that takes something off, below zero, says by which terms; any other has none.
alter table invoice_line add column terms jsonb;
alter table invoice_line add constraint invoice_line_sign check ((terms is null and amount >= 0) or (terms is not null and amount <= 0)) not valid;
-- A credit note that takes back a line takes back its share of what was taken off.
alter table invoice_credit drop constraint invoice_credit_amount_check;
alter table invoice_credit add constraint invoice_credit_amount_check check (amount <> 0 and amount <> 'NaN');
