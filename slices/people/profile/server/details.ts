import { sql } from 'kysely';
import type * as z from 'zod';
import { permissionNames, roleHas } from '../../../../contract/access/permissions.ts';
import type { Role } from '../../../../contract/access/roles.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { type NotificationSet, preferenceSets } from '../../../../server/platform/notify/index.ts';
import { isSubscribed, storedPreferences } from '../../../../server/platform/notify/preferences.ts';
import { describeDevice, locationOf } from '../../../../server/platform/origin/index.ts';
import { type LoginEntry, protectionColumns } from '../../credentials/server/index.ts';
import type { profileDetails } from '../contract.ts';
import { profileTables } from './tables.ts';

type Details = z.output<typeof profileDetails>;

/**
 * Reads the whole profile in one statement, because the app loads it together with the menu and the
 * user at every start.
 */
async function readRow(ctx: SignedInContext) {
  const { phones, addresses, lastLogins } = protectionColumns('u.id');
  return await profileTables(ctx)
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .leftJoin('partner_connection as partner', 'partner.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.role',
      'u.account_state',
      'u.is_enabled',
      'u.billing_state',
    ])
    .select([
      'u.date_format',
      'u.time_zone',
      'u.gets_notifications',
      'u.notification_preferences',
      'u.allows_email_login',
      'u.uses_tfa',
    ])
    .select([
      'u.uses_tfa_email',
      'u.uses_tfa_sms',
      'u.uses_tfa_app',
      'u.uses_allowed_ips',
      'u.allows_social_login',
    ])
    .select([
      'u.additional_email_parent',
      'u.copies_parent_mails',
      'u.additional_email_admin',
      'u.copies_admin_mails',
    ])
    .select(['site.name as site_name', 'site.time_zone as site_time_zone'])
    .select([
      'partner.partner_id',
      'partner.user_name',
      'partner.app_id',
      'partner.tenant_id',
      'partner.import_url',
      'partner.changed_at',
    ])
    .select([phones.as('phones'), addresses.as('addresses'), lastLogins.as('last_logins')])
    .select(
      sql<boolean>`exists (select from user_account child where child.parent_id = u.id and child.deleted_at is null)`.as(
        'has_children',
      ),
    )
    .where('u.id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow();
}
type Row = Awaited<ReturnType<typeof readRow>>;

export async function getProfile(ctx: SignedInContext): Promise<Details> {
  const row = await readRow(ctx);
  return {
    userId: row.id,
    userEmail: row.email,
    ...{ firstName: row.first_name, lastName: row.last_name, siteName: row.site_name },
    isRootOrAdmin: row.role === 'root' || row.role === 'siteAdmin',
    ...{
      accountStatus: row.account_state,
      accountEnabled: row.is_enabled,
      billingProfileStatus: row.billing_state,
    },
    services: servicesOf(row.role as Role),
    ...configuration(ctx, row),
    ...preferences(ctx, row),
    ...{
      hasAdminNotifications: hasPermission(ctx, 'notifications.admin'),
      hasChildren: row.has_children,
    },
    ...{
      parentAdditionalEmail: row.additional_email_parent,
      parentAdditionalEmailFlag: row.copies_parent_mails,
    },
    ...{
      adminAdditionalEmail: row.additional_email_admin,
      adminAdditionalEmailFlag: row.copies_admin_mails,
    },
    ...describeProtection(ctx, row),
    ...partner(ctx, row),
  };
}

const servicesOf = (role: Role): string[] =>
  permissionNames
    .filter((name) => name.endsWith('.view') && roleHas(role, name))
    .map((name) => name.slice(0, -5));

function configuration(ctx: SignedInContext, row: Row) {
  return {
    dateFormat: row.date_format ?? '',
    timeZone: row.time_zone ?? '',
    offset: offsetMinutes(row.time_zone ?? row.site_time_zone, ctx.clock.now()),
    siteTimeZone: row.site_time_zone,
    notification: row.gets_notifications,
  };
}

/**
 * The current offset of the time zone from UTC in minutes, positive if ahead. 0 for an unknown time
 * zone.
 */
export function offsetMinutes(timeZone: string, at: Date): number {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone,
      timeZoneName: 'longOffset',
    }).formatToParts(at);
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(
      parts.find((part) => part.type === 'timeZoneName')?.value ?? '',
    );
    if (!match) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return match[1] === '-' ? -minutes : minutes;
  } catch {
    return 0;
  }
}

function preferences(ctx: SignedInContext, row: Row) {
  const stored = storedPreferences(row.notification_preferences);
  const sets = preferenceSets(ctx);
  const entries = (set: NotificationSet) =>
    sets[set].map(({ id, title, startsOn, isCompulsory }) => ({
      ...{ id, title: title[ctx.language], isCompulsory },
      isOn: isCompulsory || isSubscribed(stored, set, id, startsOn),
    }));
  return {
    notificationsPreferences: entries('general'),
    securityNotificationsPreferences: entries('security'),
    usageNotificationsPreferences: entries('usage'),
    parentSecurityNotificationsPreferences: entries('parentSecurity'),
    parentActionsNotificationsPreferences: entries('parentActions'),
    parentUsageNotificationsPreferences: entries('parentUsage'),
    billingNotificationsPreferences: entries('billing'),
    systemNotificationsPreferences: entries('system'),
    scNotificationsPreferences: entries('serviceCatalog'),
  };
}

function describeProtection(ctx: SignedInContext, row: Row) {
  return {
    allowEmail: row.allows_email_login,
    useTFA: row.uses_tfa,
    emailTFAEnabled: row.uses_tfa_email,
    smsTFAEnabled: row.uses_tfa_sms,
    googleTFAEnabled: row.uses_tfa_app,
    socialLoginEnabled: row.allows_social_login,
    allowedIPEnabled: row.uses_allowed_ips,
    phoneList: row.phones,
    enabledIPList: row.addresses,
    loginAudit: row.last_logins.map((event) =>
      describeLogin(ctx, { ...event, at: new Date(event.at) }),
    ),
  };
}

export function describeLogin(ctx: SignedInContext, event: Omit<LoginEntry, 'at'> & { at: Date }) {
  const { id, at, outcome, method, ip, userAgent } = event;
  return {
    id,
    at: at.toISOString(),
    outcome,
    method,
    ip,
    place: locationOf(ctx, ip),
    ...describeDevice(userAgent, ctx.language),
  };
}

/**
 * The portal doesn't support the partner program yet, so consent can't be requested and never
 * exists.
 */
function partner(ctx: SignedInContext, row: Row) {
  return {
    enableCSPSettings: hasPermission(ctx, 'partners.manage'),
    enableCSPConnector: false,
    microsoftPartnerId: row.partner_id ?? '',
    partnerUserName: row.user_name ?? '',
    appId: row.app_id ?? '',
    appTenantId: row.tenant_id ?? '',
    appConsentURL: '',
    appLastConsent: null,
    importUrl: row.import_url ?? '',
    partnerChangedAt: row.changed_at?.toISOString() ?? null,
  };
}
