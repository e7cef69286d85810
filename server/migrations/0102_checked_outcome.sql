-- A dry run is recorded as what it is: nothing was done.
alter table audit_entry drop constraint audit_entry_outcome_check;
alter table audit_entry add constraint audit_entry_outcome_check check (outcome in ('done', 'checked', 'refused', 'failed'));
