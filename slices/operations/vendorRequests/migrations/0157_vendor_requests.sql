-- The last request to each vendor connection, and the last failed one, for the operator. Redacted.
create table vendor_request (
  id bigint generated always as identity primary key,
  -- the driver port, and the connection within it
  port text not null,
  connection text not null,
  is_failure boolean not null,
  -- the screen where the connection is set up
  screen text not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- why no response arrived, as drivers report problems
  problem text not null,
  method text not null,
  url text not null,
  status integer,
  request_headers jsonb not null,
  request_body text not null,
  response_headers jsonb not null,
  response_body text not null,
  constraint vendor_request_connection unique (port, connection, is_failure)
);
create index vendor_request_at on vendor_request (at, id);

-- Problems that the portal states itself are stored as codes, in place of markers and English sentences.
update payment_method set problem = '{"code":"disputed"}' where problem = 'disputed';
update payment_method set problem = '{"code":"declined"}' where problem = 'declined';
update payment_order set problem = '{"code":"paidMeanwhile"}' where problem = 'not charged, already paid';
update payment_order set problem = '{"code":"declined"}' where problem = 'declined';
update accounting_hand_over set result_text = '{"code":"givenUp"}' where result_text = 'given up';
update accounting_hand_over set result_text = '{"code":"disconnected"}' where result_text = 'The company is no longer connected.';
update accounting_hand_over set result_text = '{"code":"notReady"}' where result_text = 'The portal couldn’t prepare the document. See its log for the reason.';
