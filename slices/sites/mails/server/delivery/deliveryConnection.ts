import { sql } from 'kysely';
import {
  administratorOf,
  userDenialReason,
} from '../../../../../server/platform/access/effectiveRights.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Secrets } from '../../../../../server/platform/secrets/secrets.ts';
import type { Site } from '../../../../../server/platform/sites/sites.ts';
import { type Connection, readConnection, type SettingsByKind } from '../connections.ts';
import type { ConnectionKind } from '../tables.ts';

interface ConnectionServices {
  db: Context['db'];
  secrets: Secrets;
}

/** The recipient of a message: an account, or anyone who has the address. */
export interface Recipient {
  user_id: string | null;
  to_address?: string;
}

/**
 * Returns the connection for a message: the nearest one. If the site's administrators lack a right
 * of the recipient, returns the nearest one configured by the operator, because an administrator
 * who connected a server can read all sign-in links. Null if there is none.
 */
export async function deliveryConnectionFor<K extends ConnectionKind>(
  services: ConnectionServices,
  { site, kind, message }: { site: Pick<Site, 'path'>; kind: K; message: Recipient },
): Promise<Connection<SettingsByKind[K]> | null> {
  const nearest = await readConnection(services, site, kind);
  if (
    !nearest ||
    nearest.isTrusted ||
    !(await excludesAdministrators(services.db, nearest.sitePath, message))
  )
    return nearest;
  return await readConnection(services, site, kind, { onlyTrusted: true });
}

async function excludesAdministrators(
  db: Context['db'],
  sitePath: string,
  { user_id, to_address }: Recipient,
): Promise<boolean> {
  const recipientCondition =
    user_id !== null
      ? sql`u.id = ${user_id}`
      : sql`u.email_key = ${(to_address ?? '').toLowerCase()} and u.deleted_at is null`;
  const { rows } = await sql`
    select from user_account u where ${recipientCondition} and ${userDenialReason(administratorOf({ path: sitePath }), 'u.id')} is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
