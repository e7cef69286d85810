export { accountNotifications, serverNotifications } from './catalogue.ts';
export {
  defineNotification,
  type Notification,
  type NotificationSet,
  notificationSets,
  type PreferenceEntry,
  preferenceSets,
  type TaskNotification,
} from './notifications.ts';
export {
  type NotifyValue,
  notify,
  writeDay,
  writeMoment,
  writeMonth,
  writeMonths,
} from './notify.ts';
export { type Preferences, readPreferences, writePreferences } from './preferences.ts';
export { tellTaskDone, tellTaskFailed } from './taskNews.ts';
