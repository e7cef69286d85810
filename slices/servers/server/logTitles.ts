import type { Texts } from '../../../contract/languages.ts';

/** Titles of activity log entries that tasks and the portal itself write. */
export const logTitles: Readonly<Record<string, Texts>> = {
  'server.addDisk': { en: 'Disk added', he: 'דיסק נוסף' },
  'server.addNic': { en: 'Network interface added', he: 'כרטיס רשת נוסף' },
  'server.connectNic': {
    en: 'Network interface connected or disconnected',
    he: 'כרטיס רשת חובר או נותק',
  },
  'server.create': { en: 'Server created', he: 'שרת נוצר' },
  'server.createSnapshot': { en: 'Snapshot created', he: 'תצלום נוצר' },
  'server.deleteSnapshot': { en: 'Snapshot deleted', he: 'תצלום נמחק' },
  'server.growDisk': { en: 'Disk grown', he: 'דיסק הוגדל' },
  'server.moveNic': { en: 'Network interface moved', he: 'ממשק רשת הועבר' },
  'server.password': { en: 'Server password set', he: 'סיסמת השרת נקבעה' },
  'server.purge': { en: 'Server deleted permanently', he: 'השרת נמחק לצמיתות' },
  'server.removeDisk': { en: 'Disk removed', he: 'דיסק הוסר' },
  'server.removeNic': { en: 'Network interface removed', he: 'כרטיס רשת הוסר' },
  'server.resize': { en: 'Server resized', he: 'גודל השרת שונה' },
  'server.restore': { en: 'Server restored from the Trash', he: 'השרת שוחזר מהאשפה' },
  'server.revertSnapshot': { en: 'Snapshot restored', he: 'השרת הוחזר לתצלום' },
  'server.terminate': { en: 'Server terminated', he: 'השרת הסתיים' },
  'servers.changedByItself': { en: 'Server state changed', he: 'שרת השתנה מעצמו' },
};
