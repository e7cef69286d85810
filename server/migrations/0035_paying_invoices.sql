-- Documents that arrive by mail, and payments that are meant for them.

-- What rides along with a mail: what it is and of which row. It is made when the mail is sent, and stored nowhere.
alter table mail_message add column attached jsonb;

alter table company add column mails_documents boolean not null default true;

-- Where a customer wants its documents; '' for the address of the account.
alter table billing_profile add column invoice_email text not null default '';

-- Every time a document was put into the outbox of mails.
create table invoice_mail (
  id bigint generated always as identity primary key,
  document_id uuid not null references invoice_document (id),
  -- when it was issued; any other was asked for by a person
  is_first boolean not null,
  asked_by uuid references user_account (id),
  to_address text not null,
  -- its row in the outbox, which forgets it after a while
  mail_id bigint not null unique,
  queued_at timestamptz not null,
  sent_at timestamptz,
  check (is_first = (asked_by is null))
);
-- Once, whoever issues it how often.
create unique index invoice_mail_first on invoice_mail (document_id) where is_first;
create index invoice_mail_document on invoice_mail (document_id, id desc);

-- Written down together with what became of the mail: neither is there without the other.
create function keep_invoice_mail_sent() returns trigger language plpgsql as $$
begin
  update invoice_mail set sent_at = new.sent_at where mail_id = new.id;
  return null;
end $$;
create trigger mail_message_sent after update of sent_at on mail_message
  for each row when (new.attached is not null and new.sent_at is not null) execute function keep_invoice_mail_sent();

-- A payment may be meant for what is owed: up to a document, or all of it.
alter table payment_order drop constraint payment_order_kind_check;
alter table payment_order add constraint payment_order_kind_check check (kind in ('deposit', 'collection', 'invoice'));
alter table payment_order add column document_id uuid references invoice_document (id);
alter table payment_order add constraint payment_order_meant check (document_id is null or kind = 'invoice');
