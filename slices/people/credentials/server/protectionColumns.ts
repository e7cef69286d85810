import { type RawBuilder, sql } from 'kysely';
import type { LoginMethod, LoginOutcome } from './lockout/loginEvents.ts';

export interface PhoneEntry {
  addressId: string;
  phone: string;
  description: string;
}
export interface AddressEntry {
  addressId: string;
  ipAddress: string;
  description: string;
}
export interface LoginEntry {
  id: number;
  at: string;
  outcome: LoginOutcome;
  method: LoginMethod;
  ip: string;
  userAgent: string;
}

/**
 * The security settings of an account, as columns for a query on accounts, so that a whole profile
 * is one statement. `user`: the account's ID in that query.
 */
export const protectionColumns = (user: string) => ({
  phones: list<PhoneEntry>(sql`
    select json_agg(json_build_object('addressId', id, 'phone', phone, 'description', description) order by created_at, id)
    from user_phone where user_id = ${sql.ref(user)}`),
  addresses: list<AddressEntry>(sql`
    select json_agg(json_build_object('addressId', id, 'ipAddress', address::text, 'description', description) order by created_at, id)
    from user_allowed_ip where user_id = ${sql.ref(user)}`),
  lastLogins: list<LoginEntry>(sql`
    select json_agg(json_build_object('id', e.id, 'at', e.at, 'outcome', e.outcome, 'method', e.method, 'ip', e.ip, 'userAgent', e.user_agent)
      order by e.id desc)
    from (select * from login_event where user_id = ${sql.ref(user)} order by id desc limit 5) e`),
});

const list = <T>(query: RawBuilder<unknown>): RawBuilder<T[]> =>
  sql<T[]>`coalesce((${query}), '[]'::json)`;
