import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../server/platform/database/database.ts';

/**
 * Repeats each customer `o` for each of its rows in a table. Rows are numbered `n` across all
 * customers, and include the customer's datacenter and company.
 */
const perCustomer = (countPerCustomer: number) => sql`(
  select o.id, o.site_id, o.email, d.id as datacenter_id, d.code as datacenter_code, c.id as company_id, k, row_number() over (order by k, o.id) as n
  from user_account o cross join generate_series(1, ${sql.lit(countPerCustomer)}) k cross join (select id, code from datacenter limit 1) d
    cross join (select id from company limit 1) c
  where o.role = 'user') o`;

/** The i-th server of the customer, if there is one. */
const serverJoin = sql`join lateral (select id, name from server where owner_id = o.id order by id offset (o.k - 1) % 10 limit 1) s on true`;
const before = sql`now() - o.n * interval '1 minute'`;

/**
 * The customers' data other than servers: an insert for each table, in the order of their
 * references.
 */
function insertStatements(countPerCustomer: number): RawBuilder<unknown>[] {
  const customers = perCustomer(countPerCustomer);
  return [
    sql`insert into image (owner_id, site_id, code, kind, name, os_family, os, description, source, min_disk_gb, min_ram_mb, supports_cloud_init, state, created_at)
      select o.id, o.site_id, 'own-' || o.n, 'private', 'image-' || o.n, 'linux', 'Debian', '{"en":"","he":""}', 'disk', 10, 512, true, 'ready', ${before} from ${customers}`,
    sql`insert into network (datacenter_id, kind, name, owner_id, site_id, vlan, created_at)
      select o.datacenter_id, 'lan', 'network-' || o.n, o.id, o.site_id, 100000 + o.n, ${before} from ${customers}`,
    sql`insert into subnet (network_id, cidr, gateway, realm) select id, '10.0.0.0/24', '10.0.0.1', id from network where vlan > 100000`,
    sql`insert into nic (id, server_id, network_id, mac, server_name, owner_id, site_id)
      select gen_random_uuid(), s.id, n.id, ('02:' || substr(md5(s.id::text), 1, 2) || ':' || substr(md5(s.id::text), 3, 2) || ':' || substr(md5(s.id::text), 5, 2) || ':' || substr(md5(s.id::text), 7, 2) || ':' || substr(md5(s.id::text), 9, 2))::macaddr, s.name, s.owner_id, s.site_id
      from (select id, name, owner_id, site_id, row_number() over (partition by owner_id order by id) as k from server) s
      join (select id, owner_id, row_number() over (partition by owner_id order by id) as k from network where owner_id is not null) n using (owner_id, k)
      on conflict (mac) do nothing`,
    sql`insert into address (subnet_id, ip, kind, nic_id) select subnet.id, '10.0.0.9', 0, nic.id from nic join subnet on subnet.network_id = nic.network_id`,
    sql`insert into address_history (at, event, ip, kind, datacenter_id, network_id, network_name, subnet_id, cidr, nic_id, mac, server_id, server_name, owner_id, site_id)
      select now() - (row_number() over (order by nic.id, h)) * interval '1 minute', case h when 1 then 'released' else 'taken' end, '10.0.0.9', 0, network.datacenter_id, network.id, network.name, subnet.id, subnet.cidr, nic.id, nic.mac, nic.server_id, nic.server_name, nic.owner_id, nic.site_id
      from nic join network on network.id = nic.network_id join subnet on subnet.network_id = network.id cross join generate_series(1, 2) h`,
    sql`insert into task (type, title, target_type, target_id, target_name, resource, site_id, owner_id, created_by, language, state, is_cancellable, exit_code, created_at, executed_at, completed_at)
      select 'server.power', '{"en":"Start","he":"הפעלה"}', 'server', s.id, s.name, 'server:' || s.id, o.site_id, o.id, o.id, 'en', 'done', false, 0, ${before}, ${before}, ${before} from ${customers} ${serverJoin}`,
    sql`insert into task_step (task_id, position, name, title, weight, state, is_final)
      select id, 0, 'power', '{"en":"Power","he":"הפעלה"}', 1, 'done', true from task`,
    sql`insert into api_key (client_id, owner_id, site_id, name, type, scopes, secret_hash, rate_per_minute, created_at)
      select 'live-' || translate(substr(md5(o.n::text), 1, 20), '0189', 'wxyz'), o.id, o.site_id, 'key-' || o.n, 'server', '{servers.view}', '\\x00', 60, ${before} from ${customers}`,
    sql`insert into server_backup (id, server_id, server_name, owner_id, site_id, datacenter_id, kind, state, configuration, created_at)
      select gen_random_uuid(), s.id, s.name, o.id, o.site_id, o.datacenter_id, 'scheduled', 'ready', '{"cpuType":"A","cores":1,"ramMb":1024,"image":null,"disks":[]}', ${before} from ${customers} ${serverJoin}`,
    sql`insert into schedule (id, owner_id, site_id, name, action, server_id, cron, time_zone, next_at, created_by, created_at)
      select gen_random_uuid(), o.id, o.site_id, 'schedule-' || o.n, 'on', s.id, '0 8 * * *', 'UTC', now() + interval '1 day', o.id, ${before} from ${customers} ${serverJoin}`,
    sql`insert into alert (id, owner_id, site_id, name, server_id, metric, above, threshold, clear_at, for_minutes, by_mail, created_by, created_at)
      select gen_random_uuid(), o.id, o.site_id, 'alert-' || o.n, s.id, 'cpuPercent', true, 90, 80, 5, true, o.id, ${before} from ${customers} ${serverJoin}`,
    sql`insert into alert_event (alert_id, server_id, server_name, kind, at, value)
      select alert.id, alert.server_id, 'server', 'firing', now() - e * interval '1 hour', 95 from alert cross join generate_series(1, 2) e`,
    sql`insert into mail_message (site_id, user_id, kind, language, to_address, subject, state, created_at, sent_at)
      select o.site_id, o.id, 'user.welcome', 'en', o.email, 'Welcome', 'sent', ${before}, ${before} from ${customers}`,
    sql`insert into sms_message (site_id, user_id, phone, state, created_at, sent_at)
      select o.site_id, o.id, '+9725000' || o.n, 'sent', ${before}, ${before} from ${customers}`,
    sql`insert into user_group (site_id, owner_id, name) select o.site_id, o.id, 'group ' || o.n from ${customers}`,
    sql`insert into user_group_member (group_id, user_id)
      select g.id, (select u.id from user_account u where u.parent_id = g.owner_id order by u.id limit 1) from user_group g
      where exists (select from user_account u where u.parent_id = g.owner_id)`,
    sql`insert into firewall_group (owner_id, site_id, name, changed_at) select o.id, o.site_id, 'firewall-' || o.n, ${before} from ${customers}`,
    sql`insert into firewall_card (nic_id, server_id, policy)
      select nic.id, nic.server_id, jsonb_build_object('entries', jsonb_build_array(jsonb_build_object('kind', 'group', 'groupId',
        (select id::text from firewall_group g where g.owner_id = nic.owner_id order by id limit 1)))) from nic`,
    // Triggers are disabled, so no other code writes this table.
    sql`insert into firewall_card_group (group_id, nic_id)
      select (policy #>> '{entries,0,groupId}')::uuid, nic_id from firewall_card where policy #>> '{entries,0,groupId}' is not null`,
    sql`insert into budget (id, owner_id, name, amount, currency, authority, created_at) select gen_random_uuid(), o.id, 'budget-' || o.n, 100, 'USD', 0, ${before} from ${customers}`,
    sql`insert into budget_threshold (budget_id, basis, percent, blocks, powers_off) select id, 'actual', 80, false, false from budget`,
    sql`insert into budget_event (budget_id, at, month, month_ends, basis, percent, blocks, powers_off, spent, forecast, amount, currency)
      select id, created_at, date '2020-01-01', now(), 'actual', 80, false, false, 80, 90, 100, 'USD' from budget`,
    sql`insert into console_recording (id, server_id, server_name, site_id, owner_id, user_id, ip, kind, has_input, file, state, started_at, ended_at)
      select gen_random_uuid(), s.id, s.name, o.site_id, o.id, o.id, '10.0.0.1', 'vnc', false, 'x', 'kept', ${before}, ${before} from ${customers} ${serverJoin}`,
    sql`insert into audit_entry (at, site_id, actor_id, operation, outcome, target_type, target_id)
      select ${before}, o.site_id, o.id, 'renameServer', 'done', 'user', o.id from ${customers}`,
    sql`insert into audit_entry (at, site_id, actor_id, operation, outcome, api_key)
      select created_at, site_id, owner_id, 'listServers', 'done', client_id from api_key`,
    sql`insert into login_event (at, site_id, user_id, email_key, outcome) select ${before}, o.site_id, o.id, o.email, 'signedIn' from ${customers}`,
    sql`insert into server_transfer (id, server_id, server_name, site_id, from_user_id, to_email, state, created_at, expires_at)
      select gen_random_uuid(), s.id, s.name, o.site_id, o.id, 'taker' || o.n || '@example.test', 'expired', ${before}, now() from ${customers} ${serverJoin}`,
    sql`insert into ledger_account (company_id, kind, user_id, currency) select o.company_id, 'customer', o.id, 'USD' from ${perCustomer(1)}`,
    sql`insert into ledger_transaction (company_id, user_id, kind, currency, amount, reason, idempotency_key, fingerprint, at)
      select o.company_id, o.id, 'charge', 'USD', 10, 'Usage', 'fill-' || o.n, '\\x00', ${before} from ${customers}`,
    sql`insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
      select t.id, a.id, t.company_id, t.currency, -10 from ledger_transaction t join ledger_account a on a.user_id = t.user_id and a.company_id = t.company_id`,
    sql`insert into invoice (company_id, user_id, period, state, currency, net, line_count, transaction_id, issued_at)
      select o.company_id, o.id, date '2026-10-01' - o.k::int * interval '1 month', 'issued', 'USD', 10, 1, t.id, t.at
      from ${customers} join ledger_transaction t on t.idempotency_key = 'fill-' || o.n`,
    sql`insert into invoice_document (invoice_id, company_id, user_id, kind, series, number, written, currency, net, tax, issued_at, language, facts, transaction_id)
      select i.id, i.company_id, i.user_id, 'invoice', 'F', row_number() over (), 'F-' || row_number() over (), 'USD', 10, 0, i.issued_at, 'en',
        '{"seller":{"legalName":"Seller"}}', i.transaction_id from invoice i`,
    sql`insert into invoice_mail (document_id, is_first, to_address, mail_id, queued_at, sent_at)
      select id, true, 'customer@example.test', number, issued_at, issued_at from invoice_document`,
    sql`insert into charge_order (company_id, user_id, method, currency, amount, reference, state, created_at, expires_at)
      select o.company_id, o.id, 'bankTransfer', 'USD', 10, 'R' || o.n, 1, ${before}, now() + interval '30 days' from ${customers}`,
  ];
}

/**
 * Creates this many rows for every customer of `fillFleet` in every table that grows with
 * customers, without an engine, accounting or triggers. `db` must be a superuser's connection.
 */
export async function fillLists(db: Database, countPerCustomer: number): Promise<void> {
  await sql`
    with seller as (
      insert into company (legal_name, country, currency, document_series, number_format) values ('Seller', 'US', 'USD', 'F', 'F-{number}') returning id)
    insert into company_site (company_id, site_id) select seller.id, site.id from seller, site where site.parent_id is null`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    for (const insert of insertStatements(countPerCustomer)) await insert.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
}
