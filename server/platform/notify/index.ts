export { accountNotifications, serverNotifications } from './catalog.ts';
export {
  defineNotification,
  type Notification,
  type NotificationSet,
  notificationSets,
  preferenceSets,
  type TaskNotification,
} from './notifications.ts';
export {
  notify,
  writeDay,
  writeMoment,
  writeMonth,
  writeMonths,
} from './notify.ts';
export { readPreferences, writePreferences } from './preferences.ts';
export { notifyTaskDone, notifyTaskFailed } from './taskNotifications.ts';
