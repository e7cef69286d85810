import type { RowRule } from './policy.ts';

const owned = (...accounts: string[]): RowRule => ({ kind: 'owned', accounts });
/** With the site's id in `site_id`. */
const ownedAtSite = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  site: 'site_id',
});
/** The same, plus the current administrators of the account's site. */
const ofAccount = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  site: 'site_id',
  followsAccount: true,
});
/** Of an account, as billed by the company in `company_id`. */
const billed = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  company: 'company_id',
});
/** Of an account, as a company that has it in its books needs it. */
const forBooks = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  isForBooks: true,
});
const shared = (rule: RowRule, sharedWhen: string): RowRule => ({ ...rule, sharedWhen }) as RowRule;
const below = (parent: string, column: string, key?: string): RowRule => ({
  kind: 'below',
  parent,
  column,
  ...(key ? { key } : {}),
});
const open = (reason: string): RowRule => ({ kind: 'open', reason });

/** With columns that only the portal's own work reads and writes. */
const withSecrets = (rule: RowRule, ...secretColumns: string[]): RowRule => ({
  ...rule,
  secretColumns,
});

const ofOwnImage = `exists (select from image where image.id = image_share.image_id
  and (image.owner_id = any($accounts) or image.site_id = any($sites)))`;

const ofPortal = open('work of the portal itself, with nothing of a customer');
const ofSite = open('what a site shows or sets for everybody on it');
const ofSeller = open(
  'what a company sells and how; the prices and rules of its customers are read of it',
);

/** The rule of each table. A test fails for a table without one. */
export const rowRules: Readonly<Record<string, RowRule>> = {
  // users Of others, a call is told the address by `account_email`, one id at a time. Secrets are
  // read by the portal's own work alone.
  user_account: {
    kind: 'condition',
    using: `id = any($accounts) or site_id = any($sites) or parent_id = $caller or id = (select row_scope_payer())
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    check: `id = any($accounts) or site_id = any($sites) or parent_id = $caller
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    secretColumns: ['password_hash', 'totp_secret', 'totp_last_step'],
  },
  user_allowed_ip: owned('user_id'),
  user_phone: owned('user_id'),
  phone_verification: owned('user_id'),
  passkey: ofAccount('user_id'),
  recovery_code: owned('user_id'),
  remembered_browser: ofAccount('user_id'),
  partner_connection: withSecrets(owned('user_id'), 'password', 'app_secret'),
  social_link: ofAccount('user_id'),
  session: ofAccount('user_id', 'acting_for'),
  login_event: ofAccount('user_id'),
  login_challenge: ofAccount('user_id'),
  login_lock: ofPortal,
  remote_login_try: ofPortal,
  spent_proof: ofPortal,
  account_token: ofAccount('user_id'),
  account_batch: ownedAtSite('created_by', 'person_id'),
  account_batch_line: below('account_batch', 'batch_id'),
  account_suspended_server: owned('user_id'),
  user_group: ownedAtSite('owner_id'),
  user_group_member: below('user_group', 'group_id'),
  user_group_right: below('user_group', 'group_id'),
  agreement: ofSite,
  agreement_version: ofSite,
  agreement_reminder: owned('user_id'),
  agreement_signature: ofAccount('user_id'),
  api_key: ofAccount('owner_id'),
  api_key_server: below('api_key', 'key_id'),
  api_key_pace: below('api_key', 'key_id'),
  idempotency: owned('actor_id'),
  audit_entry: {
    kind: 'condition',
    using: `actor_id = any($accounts) or on_behalf_of = any($accounts) or site_id = any($sites)
      or (target_type = 'user' and target_id = any((select row_scope_accounts()::text[])::text[]))`,
  },
  audit_seal: open('hashes of entries'),

  // cloud
  server: ownedAtSite('owner_id'),
  server_disk: below('server', 'server_id'),
  server_snapshot: below('server', 'server_id'),
  server_runtime: below('server', 'server_id'),
  server_past: below('server', 'server_id'),
  server_nic_unplugged: below('server', 'server_id'),
  server_app: withSecrets(ownedAtSite('owner_id'), 'secrets'),
  server_use: owned('owner_id'),
  server_backup: ownedAtSite('owner_id'),
  // The recipient is known by the email address on a site only.
  server_transfer: {
    kind: 'condition',
    using: `from_user_id = any($accounts) or site_id = any($sites)
      or (to_email = (select row_scope_email()) and site_id = (select row_scope_home()))`,
  },
  server_part_runtime: below('server', 'server_id'),
  server_sample: below('server', 'server_id'),
  server_sample_5m: below('server', 'server_id'),
  server_sample_1h: below('server', 'server_id'),
  server_sample_1d: below('server', 'server_id'),
  server_part_sample: below('server', 'server_id'),
  server_part_sample_5m: below('server', 'server_id'),
  server_part_sample_1h: below('server', 'server_id'),
  server_part_sample_1d: below('server', 'server_id'),
  server_sample_level: ofPortal,
  backup_policy: below('server', 'server_id'),
  backup_test: below('server_backup', 'backup_id'),
  console_host_key: below('server', 'server_id'),
  console_recording: ownedAtSite('owner_id', 'user_id'),
  console_ticket: below('server', 'server_id'),
  servicelet: ownedAtSite('owner_id'),
  schedule: ownedAtSite('owner_id'),
  schedule_run: below('schedule', 'schedule_id'),
  alert: withSecrets(ownedAtSite('owner_id'), 'webhook_secret'),
  alert_delivery: below('alert', 'alert_id'),
  alert_event: below('alert', 'alert_id'),
  alert_state: below('alert', 'alert_id'),
  task: ownedAtSite('owner_id', 'created_by', 'on_behalf_of'),
  task_log: below('task', 'task_id'),
  task_step: below('task', 'task_id'),
  task_worker: ofPortal,
  network: shared(ownedAtSite('owner_id'), 'owner_id is null'),
  subnet: below('network', 'network_id'),
  nic: ownedAtSite('owner_id'),
  parked_nic: below('server', 'server_id'),
  address: {
    kind: 'condition',
    using:
      'nic_id is null or reserved_for = any($accounts) or exists (select from nic where nic.id = address.nic_id)',
    check: 'exists (select from subnet where subnet.id = address.subnet_id)',
    // A free address of a shared network can be taken, but only the network's owner deletes it.
    changes: `(nic_id is null and (reserved_for is null or exists (select from user_account account where account.id = address.reserved_for)))
      or exists (select from nic where nic.id = address.nic_id)`,
    deletes: `exists (select from subnet join network on network.id = subnet.network_id
      where subnet.id = address.subnet_id and (network.owner_id = any($accounts) or network.site_id = any($sites)))`,
  },
  address_history: ownedAtSite('owner_id'),
  firewall_group: ownedAtSite('owner_id'),
  firewall_card: below('nic', 'nic_id'),
  firewall_card_group: below('firewall_group', 'group_id'),
  image: shared(
    ownedAtSite('owner_id'),
    'owner_id is null or is_shared_with_site or id = any((select row_scope_shared_images())::uuid[])',
  ),
  image_copy: open('where an image lies, with nothing of its owner'),
  // Recipients see that an image is shared with them, and not with whom else.
  image_share: {
    kind: 'condition',
    using: `email = (select row_scope_email()) or ${ofOwnImage}`,
    check: ofOwnImage,
  },
  image_upload: ownedAtSite('owner_id'),
  image_use: below('server', 'server_id'),
  datacenter: ofPortal,
  engine_orphan: ofPortal,
  cloudinit_policy: ofSite,
  app_package: ofSite,
  app_package_site: ofSite,
  app_package_version: ofSite,

  // money
  billing_profile: forBooks('user_id'),
  budget: owned('owner_id'),
  budget_event: below('budget', 'budget_id'),
  budget_server: below('budget', 'budget_id'),
  budget_stop: below('budget_event', 'event_id'),
  budget_threshold: below('budget', 'budget_id'),
  span: ownedAtSite('owner_id'),
  usage_reading: {
    kind: 'closed',
    reason: 'read by no call, and filled by COPY, which row security does not take',
  },
  metered_use: ownedAtSite('owner_id'),
  usage_link: owned('user_id', 'created_by'),
  invoice: billed('user_id'),
  invoice_line: below('invoice', 'invoice_id'),
  invoice_tax: below('invoice', 'invoice_id'),
  invoice_log: below('invoice', 'invoice_id'),
  invoice_charge: below('invoice', 'invoice_id'),
  invoice_document: billed('user_id'),
  invoice_credit: below('invoice_document', 'document_id'),
  invoice_mail: below('invoice_document', 'document_id'),
  invoice_owner: billed('owner_id', 'user_id'),
  invoice_series: ofSeller,
  invoicing_run: ofSeller,
  // A ledger account without a customer is the seller's own: the counterpart of customer payments.
  ledger_account: {
    kind: 'condition',
    using: `user_id is null or user_id = any($accounts) or company_id = any($companies)
      or exists (select from user_account account where account.id = ledger_account.user_id and account.site_id = any($sites))`,
  },
  ledger_transaction: billed('user_id'),
  ledger_posting: below('ledger_transaction', 'transaction_id'),
  ledger_approval: billed('user_id'),
  ledger_bare_charge: below('ledger_transaction', 'transaction_id'),
  ledger_bare_refund: below('ledger_transaction', 'transaction_id'),
  ledger_by_hand: below('ledger_transaction', 'transaction_id'),
  ledger_withheld: below('ledger_transaction', 'transaction_id'),
  ledger_write_off_part: below('ledger_transaction', 'write_off_id'),
  payment_order: billed('user_id'),
  payment_method: forBooks('user_id'),
  payment_refund: below('payment_order', 'order_id'),
  payment_dispute: below('payment_order', 'order_id'),
  payment_event: ofSeller,
  payment_connection: withSecrets(ofSeller, 'secret', 'webhook_secret'),
  charge_order: billed('user_id'),
  deposit_demand_alone: billed('user_id'),
  customer_number: billed('user_id'),
  discount: billed('user_id'),
  dunning_policy: ofSeller,
  dunning_step: billed('user_id'),
  allocation: billed('user_id'),
  accounting_hand_over: below('invoice_document', 'document_id'),
  accounting_connection: withSecrets(ofSeller, 'secret', 'signing_secret'),
  tax_authority_connection: withSecrets(ofSeller, 'client_secret', 'refresh_token', 'access_token'),
  tax_number_check: forBooks('user_id'),
  prepaid_hold: owned('payer_id'),
  prepaid_notice: owned('user_id'),
  promo: ofSeller,
  promo_use: forBooks('user_id'),
  promo_spent: below('promo_use', 'use_id'),
  price_list: ofSeller,
  price_item: ofSeller,
  // A sub-account is charged by the list granted to the account that pays for it.
  price_list_grant: {
    kind: 'condition',
    using: 'exists (select from user_account account where account.id = price_list_grant.user_id)',
    check:
      'exists (select from user_account account where account.id = price_list_grant.user_id and (account.id = any($accounts) or account.site_id = any($sites)))',
  },
  price_list_withdrawal: ofSeller,
  company: ofSeller,
  company_admin: ofSeller,
  company_site: ofSeller,
  company_tax: ofSeller,
  exchange_rate: ofSeller,
  exchange_rate_source: ofSeller,
  metering_clock: ofPortal,
  metering_closing: ofPortal,
  metering_feed: ofPortal,

  // messages, the site and the portal
  mail_message: ofAccount('user_id'),
  sms_message: ofAccount('user_id'),
  crash_report: ownedAtSite('user_id'),
  mail_connection: withSecrets(ofSite, 'secret'),
  mail_template: ofSite,
  site: withSecrets(ofSite, 'remote_token_hash'),
  site_content: ofSite,
  site_host: ofSite,
  site_look: ofSite,
  site_page: ofSite,
  site_picture: ofSite,
  social_provider: withSecrets(ofSite, 'client_secret'),
  setting: ofSite,
  chore: ofPortal,
  migration: ofPortal,
  pace: ofPortal,
  secret_check: { kind: 'closed', reason: 'read at the start of the portal only' },
};
