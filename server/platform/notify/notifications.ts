import { userError } from '../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { MailKind } from '../mail/mail.ts';
import { localize } from '../texts/localize.ts';

/**
 * The preference sets of the specification. `general`, `security`, and `usage` concern the user's
 * own account. Those with `parent` concern sub-accounts. `billing`, `system`, and `serviceCatalog`
 * are for administrators.
 */
export const notificationSets = [
  'general',
  'security',
  'usage',
  'parentSecurity',
  'parentActions',
  'parentUsage',
  'billing',
  'system',
  'serviceCatalog',
] as const;
export type NotificationSet = (typeof notificationSets)[number];

/** Notifications to a parent account about its sub-accounts, keyed by the sub-account's own set. */
export const parentSets: Partial<Record<NotificationSet, NotificationSet>> = {
  security: 'parentSecurity',
  general: 'parentActions',
  usage: 'parentUsage',
};
export const adminSets: readonly NotificationSet[] = ['billing', 'system', 'serviceCatalog'];

/** A notification sent by email, declared once. */
export interface Notification<V extends string = string> {
  /** The number in the specification (section 9), or one of our own, starting at 1000. */
  id: number;
  set: NotificationSet;
  mail: MailKind<V>;
  /** Off until the user enables it. */
  startsOff?: boolean;
  /** Always sent to the affected account. See `notify`. */
  isCompulsory?: boolean;
}

/**
 * A notification that any task can send: the resource, the time, the user who requested it, and the
 * change as text.
 */
export type TaskNotification = Notification<'name' | 'at' | 'by' | 'change'>;

/** Declares a notification. Its slice lists it under `notifications`. */
export const defineNotification = <V extends string>(
  notification: Notification<V>,
): Notification<V> => notification;

export interface PreferenceEntry {
  id: number;
  title: LocalizedText;
  startsOn: boolean;
  /** Whether it can't be disabled in this set. */
  isCompulsory: boolean;
}

/**
 * All declared notifications, grouped by the sets in which they can be selected, for the profile
 * screen. A parent set contains the notifications of its sub-accounts' sets.
 */
export function preferenceSets({
  services,
}: Pick<Context, 'services'>): Record<NotificationSet, PreferenceEntry[]> {
  const all = [...services.slices.notifications.values()].sort((a, b) => a.id - b.id);
  const entries = (set: NotificationSet) =>
    all
      .filter((one) => one.set === set || parentSets[one.set] === set)
      .map((one) => ({
        id: one.id,
        title: one.mail.title,
        startsOn: !one.startsOff,
        isCompulsory: one.isCompulsory === true && one.set === set,
      }));
  return Object.fromEntries(notificationSets.map((set) => [set, entries(set)])) as Record<
    NotificationSet,
    PreferenceEntry[]
  >;
}

export function findEntry(
  ctx: Pick<Context, 'services'>,
  set: NotificationSet,
  id: number,
): PreferenceEntry {
  const entry = preferenceSets(ctx)[set].find((candidate) => candidate.id === id);
  if (!entry)
    throw userError(
      'inputInvalid',
      {
        problem: localize('notifications.problem.thereNoNotification', { id, set }),
      },
      `${set}.${id}`,
    );
  return entry;
}
