import { userError } from '../../../contract/errors/errors.ts';
import type { Context } from '../context.ts';
import { localize } from '../texts/localize.ts';
import {
  findEntry,
  type NotificationSet,
  notificationSets,
  preferenceSets,
} from './notifications.ts';

/** A user's choices by set and notification, only if they differ from the default. */
export type StoredPreferences = Partial<Record<NotificationSet, Record<string, boolean>>>;

/** Whether each notification is sent, by set. */
export type Preferences = Record<NotificationSet, Record<number, boolean>>;

export const storedPreferences = (value: unknown): StoredPreferences =>
  typeof value === 'object' && value !== null ? value : {};

export function isSubscribed(
  stored: StoredPreferences,
  set: NotificationSet,
  id: number,
  startsOn: boolean,
): boolean {
  const chosen = stored[set]?.[String(id)];
  return typeof chosen === 'boolean' ? chosen : startsOn;
}

/** All choices of an account, including defaults. */
export async function readPreferences(
  ctx: Pick<Context, 'db' | 'services'>,
  userId: string,
): Promise<Preferences> {
  const { notification_preferences } = await ctx.db
    .selectFrom('user_account')
    .select('notification_preferences')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const stored = storedPreferences(notification_preferences);
  const sets = preferenceSets(ctx);
  const choices = (set: NotificationSet) =>
    Object.fromEntries(
      sets[set].map((entry) => [
        entry.id,
        entry.isCompulsory || isSubscribed(stored, set, entry.id, entry.startsOn),
      ]),
    );
  return Object.fromEntries(notificationSets.map((set) => [set, choices(set)])) as Preferences;
}

/**
 * Changes the choices of one set and keeps the others. The caller must check whether the account
 * can be changed. Throws `inputInvalid` for a notification that isn't in the set or can't be
 * disabled.
 */
export async function writePreferences(
  ctx: Pick<Context, 'db' | 'note' | 'services'>,
  userId: string,
  set: NotificationSet,
  choices: Readonly<Record<number, boolean>>,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('user_account')
    .select('notification_preferences')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const stored = storedPreferences(row.notification_preferences);
  const existing = Object.entries(stored[set] ?? {});
  const changed = Object.entries(choices).map(
    ([id, isOn]) => [validateNotificationId(ctx, set, Number(id), isOn), isOn] as const,
  );
  const after: StoredPreferences = {
    ...stored,
    [set]: Object.fromEntries([...existing, ...changed]),
  };
  await ctx.db
    .updateTable('user_account')
    .set({ notification_preferences: JSON.stringify(after) })
    .where('id', '=', userId)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { [set]: stored[set] ?? {} },
    after: { [set]: after[set] },
  });
}

function validateNotificationId(
  ctx: Pick<Context, 'services'>,
  set: NotificationSet,
  id: number,
  isOn: boolean,
): string {
  const entry = findEntry(ctx, set, id);
  if (entry.isCompulsory && !isOn)
    throw userError(
      'inputInvalid',
      {
        problem: localize('preferences.problem.notificationProtectsAccountAlways', { id }),
      },
      `${set}.${id}`,
    );
  return String(id);
}
