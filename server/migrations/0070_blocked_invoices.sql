-- The dashboard asks for invoices that wait for a person, of which there are few among all.
create index invoice_blocked on invoice (company_id, period) where state = 'blocked';
