import {
  accountRows,
  owned,
  portalRows,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  user_allowed_ip: owned('user_id'),
  user_phone: owned('user_id'),
  phone_verification: owned('user_id'),
  passkey: accountRows('user_id'),
  recovery_code: owned('user_id'),
  remembered_browser: accountRows('user_id'),
  login_event: accountRows('user_id'),
  login_challenge: accountRows('user_id'),
  login_lock: portalRows,
  spent_proof: portalRows,
  account_token: accountRows('user_id'),
  pace: portalRows,
};
