-- How what is sold to another country is taxed. `docs/invoices.md` tells the rules.
alter table company
  -- sales to customers of other countries that no reverse charge holds for: taxed as at home, outside the scope of VAT, or as exports
  add column foreign_tax text not null default 'home' check (foreign_tax in ('home', 'outside', 'export'));
alter table invoice
  add column regime text not null default 'home' check (regime in ('home', 'reverseCharge', 'outside', 'export'));
