import {
  ofAccount,
  ofPortal,
  owned,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  user_allowed_ip: owned('user_id'),
  user_phone: owned('user_id'),
  phone_verification: owned('user_id'),
  passkey: ofAccount('user_id'),
  recovery_code: owned('user_id'),
  remembered_browser: ofAccount('user_id'),
  login_event: ofAccount('user_id'),
  login_challenge: ofAccount('user_id'),
  login_lock: ofPortal,
  spent_proof: ofPortal,
  account_token: ofAccount('user_id'),
  pace: ofPortal,
};
