import type { datacenterTexts as english } from './en.ts';

export const datacenterTexts: Record<keyof typeof english, string> = {
  title: 'מרכזי נתונים',
  detail: 'המיקומים שבהם נוצרים שרתים, וכיצד הם מוצגים ללקוחות ולכלים שלהם.',
  name: 'שם',
  nameHint: 'העיר, כפי שהלקוחות רואים אותה.',
  region: 'אזור',
  country: 'קוד מדינה',
  countryHint: 'שתי אותיות, לדוגמה DE.',
  shortCode: 'קוד קצר',
  shortCodeHint:
    'זה מזהה מרכז הנתונים ב-Terraform, ב-cloudcli ובלקוחות API אחרים. כשהוא משתנה, יש לעדכן את ההגדרות שלהם.',
  code: 'קוד',
  engine: 'מנוע',
  qemu: 'QEMU',
  simulated: 'מדומה',
  state: 'מצב',
  open: 'פתוח',
  closed: 'סגור',
  edit: 'עריכה',
  editTitle: 'עריכה: {name}',
  save: 'שמירה',
  saved: 'השינויים נשמרו',
};
