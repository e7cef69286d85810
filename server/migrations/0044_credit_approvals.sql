-- Credit notes that wait for a second person.
alter table ledger_approval drop constraint ledger_approval_action_check;
alter table ledger_approval add constraint ledger_approval_action_check check (action in ('payment', 'credit', 'refund', 'deposit', 'creditNote'));
