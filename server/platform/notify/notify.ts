import {
  type Language,
  type LocalizedText,
  languageFacts,
  languages,
} from '../../../contract/languages.ts';
import { portalDb } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import { sendMail } from '../mail/mail.ts';
import { readSite } from '../sites/sites.ts';
import { adminSets, type Notification, type NotificationSet, parentSets } from './notifications.ts';
import { isSubscribed, storedPreferences } from './preferences.ts';

export interface NotifyRequest<V extends string> {
  /** The affected account. */
  userId: string;
  notification: Notification<V>;
  values: Record<V, NotifyValue>;
}

/**
 * Times are formatted in the recipient's language and time zone, localized texts in the recipient's
 * language.
 */
export type NotifyValue = string | Date | LocalizedText;

/**
 * Emails an account about an event, in the transaction of the context, and also its parent account
 * if the parent has enabled notifications about sub-accounts. Copies go to the recipient's
 * additional addresses: a parent's for emails about sub-accounts, and an administrator's for
 * administrators' sets. All notifications can be disabled, individually or all at once
 * (`gets_notifications`), except for compulsory ones: the password was changed or reset, or the
 * account's protection changed. Otherwise an attacker with a session could disable the warning
 * before locking the owner out. Compulsory notifications always go to the account's own address. A
 * parent's copy can be disabled, because its own account isn't affected. Deleted accounts aren't
 * notified.
 */
export async function notify<V extends string>(
  ctx: Context,
  request: NotifyRequest<V>,
): Promise<void> {
  const account = await readReceiver(ctx, request.userId);
  if (!account) return;
  const { notification } = request;
  if (notification.isCompulsory || isSubscribedTo(account, notification, notification.set))
    await send(ctx, account, notification.set, request);
  const parentSet = parentSets[notification.set];
  const parent = parentSet && account.parentId ? await readReceiver(ctx, account.parentId) : null;
  if (parent && parentSet && isSubscribedTo(parent, notification, parentSet))
    await send(ctx, parent, parentSet, request);
}

interface Receiver {
  id: string;
  siteId: string;
  parentId: string | null;
  email: string;
  language: Language | null;
  timeZone: string | null;
  isOn: boolean;
  preferences: ReturnType<typeof storedPreferences>;
  parentCopy: string | null;
  adminCopy: string | null;
}

async function readReceiver(ctx: Context, id: string): Promise<Receiver | null> {
  const row = await portalDb(ctx, 'a call has effects that others are notified of')
    .selectFrom('user_account')
    .select([
      'id',
      'site_id',
      'parent_id',
      'email',
      'language',
      'time_zone',
      'gets_notifications',
      'notification_preferences',
    ])
    .select([
      'additional_email_parent',
      'copies_parent_mails',
      'additional_email_admin',
      'copies_admin_mails',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Test keys send no notifications.
    .where('sandbox_of', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    siteId: row.site_id,
    parentId: row.parent_id,
    email: row.email,
    language: languages.find((candidate) => candidate === row.language) ?? null,
    timeZone: row.time_zone,
    isOn: row.gets_notifications,
    preferences: storedPreferences(row.notification_preferences),
    parentCopy:
      row.copies_parent_mails && row.additional_email_parent ? row.additional_email_parent : null,
    adminCopy:
      row.copies_admin_mails && row.additional_email_admin ? row.additional_email_admin : null,
  };
}

const isSubscribedTo = (
  receiver: Receiver,
  notification: Pick<Notification, 'id' | 'startsOff'>,
  set: NotificationSet,
): boolean =>
  receiver.isOn &&
  isSubscribed(receiver.preferences, set, notification.id, !notification.startsOff);

/**
 * Sends the email with the branding of the recipient's own site, regardless of the site of the
 * call.
 */
async function send<V extends string>(
  ctx: Context,
  receiver: Receiver,
  set: NotificationSet,
  request: NotifyRequest<V>,
): Promise<void> {
  const site = receiver.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, receiver.siteId);
  const language = receiver.language ?? site.languages[0] ?? languages[0];
  const copy = Object.values(parentSets).includes(set)
    ? receiver.parentCopy
    : adminSets.includes(set)
      ? receiver.adminCopy
      : null;
  await sendMail(
    { ...ctx, site },
    request.notification.mail,
    { email: receiver.email, userId: receiver.id, language, copies: copy ? [copy] : [] },
    localizedFor(request.values, language, receiver.timeZone ?? site.timeZone),
  );
}

function localizedFor<V extends string>(
  values: Record<V, NotifyValue>,
  language: Language,
  timeZone: string,
): Record<V, string> {
  const localizedValue = (value: NotifyValue) =>
    typeof value === 'string'
      ? value
      : value instanceof Date
        ? writeMoment(value, language, timeZone)
        : value[language];
  return Object.fromEntries(
    Object.entries<NotifyValue>(values).map(([name, value]) => [name, localizedValue(value)]),
  ) as Record<V, string>;
}

/**
 * Formats a time with the time zone name, because the reader can be in another zone. Unknown zones
 * are formatted in UTC.
 */
export function writeMoment(moment: Date, language: Language, timeZone: string): string {
  const write = (zone: string) =>
    formatOf(language, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone: zone, timeZoneName: 'short' },
    }).format(moment);
  try {
    return write(timeZone);
  } catch (error) {
    if (error instanceof RangeError) return write('UTC');
    throw error;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Cached, because creating a formatter takes far longer than formatting. Throws a `RangeError` for
 * an unknown zone.
 */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(languageFacts[language].locale, options);
  formats.set(key, format);
  return format;
}

const writeCalendar = (
  day: string,
  language: Language,
  parts: Intl.DateTimeFormatOptions,
): string => formatOf(language, { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Formats a calendar day such as `2030-04-08`: `April 8, 2030`. */
export const writeDay = (day: string, language: Language): string =>
  writeCalendar(day, language, { dateStyle: 'long' });

/** The month names of a year, from January: `April`. */
export const writeMonths = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    writeCalendar(`2030-${String(index + 1).padStart(2, '0')}-01`, language, { month: 'long' }),
  );

/** Formats a month such as `2030-04`: `April 2030`. */
export const writeMonth = (month: string, language: Language): string =>
  writeCalendar(`${month}-01`, language, { month: 'long', year: 'numeric' });
