import type { sshTexts as english } from './en.ts';

export const sshTexts: Record<keyof typeof english, string> = {
  user: 'שם משתמש',
  userNeeded: 'יש להזין שם משתמש.',
  port: 'פורט',
  portRange: 'יש להזין מספר בין 1 ל-65535.',
  signInWith: 'כניסה באמצעות',
  withPassword: 'סיסמה',
  withKey: 'מפתח פרטי',
  password: 'סיסמה',
  privateKey: 'מפתח פרטי',
  keyNeeded: 'יש להדביק את המפתח הפרטי או לבחור את הקובץ שלו.',
  keyFile: 'בחירת קובץ',
  passphrase: 'ביטוי הסיסמה של המפתח',
};
