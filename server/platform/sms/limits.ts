import { sql } from 'kysely';
import * as z from 'zod';
import { userError } from '../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { MailDatabase } from '../mail/tables.ts';
import { defineSetting, readSetting, type Setting } from '../settings/settings.ts';
import { localize } from '../texts/localize.ts';

/** The permissions to change these limits. The operator pays for all messages of the portal. */
const payer = { access: 'settings.manage', accessAtRoot: 'portal.manage' } as const;

const dailyLimit = z.int().min(0).max(1_000_000);
const cap = (
  id: string,
  fallback: number,
  title: LocalizedText,
  level: 'site' | 'root' = 'site',
): Setting<number> => defineSetting({ id, schema: dailyLimit, fallback, level, ...payer, title });

/**
 * Limits on messages sent in 24 hours, checked before sending. Text messages cost money, and
 * anonymous users can request them.
 */
export const smsCaps = {
  phone: cap('sms.perPhoneADay', 10, localize('sms.smsCaps.phone')),
  account: cap('sms.perAccountADay', 20, localize('sms.smsCaps.account')),
  address: cap('sms.perAddressADay', 30, localize('sms.smsCaps.address')),
  site: cap('sms.perSiteADay', 1000, localize('sms.smsCaps.site'), 'root'),
};

/** Calling codes, such as `972`. Empty allows every country. */
export const smsCountries = defineSetting<string[]>({
  id: 'sms.countries',
  schema: z.array(z.string().regex(/^[1-9]\d{0,5}$/)).max(300),
  fallback: [],
  level: 'site',
  ...payer,
  title: localize('sms.smsCountries'),
});

type CapName = keyof typeof smsCaps;

const reasons: Record<CapName, (max: number) => LocalizedText> = {
  phone: (max) => localize('sms.reasons.phone', { max }),
  account: (max) => localize('sms.reasons.account', { max }),
  address: (max) => localize('sms.reasons.address', { max }),
  site: (max) => localize('sms.reasons.site', { max }),
};

/** Lock for checking and incrementing, so that parallel calls can't exceed the limit together. */
const smsLock = 7_216_011;

/**
 * Throws `smsCountryRefused` or `smsLimit` if this message can't be sent. Call it in the
 * transaction that adds the message.
 */
export async function requireSmsQuota(
  ctx: Context,
  db: MailDatabase,
  to: { phone: string; userId: string | null },
): Promise<void> {
  const countries = await readSetting(ctx, smsCountries);
  const isCountryAllowed =
    countries.length === 0 || countries.some((prefix) => to.phone.startsWith(`+${prefix}`));
  if (!isCountryAllowed) throw userError('smsCountryRefused', { phone: to.phone });
  await sql`select pg_advisory_xact_lock(${smsLock})`.execute(db);
  const counts = await countSince(ctx, db, to);
  for (const name of Object.keys(smsCaps) as CapName[]) {
    const max = await readSetting(ctx, smsCaps[name]);
    if (counts[name] >= max) throw userError('smsLimit', { problem: reasons[name](max) });
  }
}

async function countSince(
  ctx: Context,
  db: MailDatabase,
  to: { phone: string; userId: string | null },
): Promise<Record<CapName, number>> {
  const since = new Date(ctx.clock.now().getTime() - 24 * 3_600_000);
  const { rows } = await sql<Record<CapName, number>>`
    select count(*) filter (where phone = ${to.phone}) as phone,
      count(*) filter (where user_id = ${to.userId}::uuid) as account,
      count(*) filter (where ip = ${ctx.ip} and ip <> '') as address,
      count(*) filter (where site_id = ${ctx.site.id}) as site
    from sms_message where created_at > ${since}`.execute(db);
  return rows[0] ?? { phone: 0, account: 0, address: 0, site: 0 };
}
