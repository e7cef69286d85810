import type { Texts } from '../../../server/platform/tasks/task.ts';

const text = (en: string, he: string): Texts => ({ en, he });

/** Why a user or object can't be in a group, as text. */
export const texts = {
  memberNoChild: text(
    'Only sub-accounts of the group’s owner can be members.',
    'רק חשבונות משנה של בעל הקבוצה יכולים להיות חברים.',
  ),
  memberOfOtherSite: text(
    'Only customers of the group’s site and its sub-sites can be members.',
    'רק לקוחות של אתר הקבוצה ושל אתרי המשנה שלו יכולים להיות חברים.',
  ),
  memberDisabled: text('The account is disabled.', 'החשבון מושבת.'),
  objectGone: text('The object no longer exists.', 'הפריט כבר אינו קיים.'),
  objectElsewhere: text(
    'The object has another owner now, so the permission doesn’t apply.',
    'לפריט יש כעת בעלים אחר, ולכן ההרשאה אינה חלה.',
  ),
  objectNotOwned: (id: string) =>
    text(`${id} isn’t owned by the group’s owner.`, `הפריט ${id} אינו בבעלות בעל הקבוצה.`),
  objectNotOfSite: (id: string) =>
    text(
      `${id} doesn’t belong to the group’s site or its sub-sites.`,
      `הפריט ${id} אינו שייך לאתר הקבוצה או לאתרי המשנה שלו.`,
    ),
  typeUnknown: (type: string, known: string) =>
    text(
      `There are no objects of type ${type} yet. You can grant permissions on ${known}.`,
      `אין עדיין פריטים מסוג ${type}. אפשר להעניק הרשאות על ${known}.`,
    ),
};
