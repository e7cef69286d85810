import type { Texts } from '../../../server/platform/tasks/task.ts';

const text = (en: string, he: string): Texts => ({ en, he });

/** Why somebody or something does not fit a group, in words. */
export const texts = {
  memberNoChild: text(
    'Only child accounts of the account that owns the group can be members.',
    'רק חשבונות בן של בעל הקבוצה יכולים להיות חברים.',
  ),
  memberOfOtherSite: text(
    'Only customers of the site of the group and of the sites below it can be members.',
    'רק לקוחות של אתר הקבוצה ושל האתרים שמתחתיו יכולים להיות חברים.',
  ),
  memberDisabled: text('The account is disabled.', 'החשבון מושבת.'),
  objectGone: text('It is no longer there.', 'הפריט אינו קיים עוד.'),
  objectElsewhere: text('It belongs to somebody else now: the right does not count.', 'הפריט שייך כעת לאחר: ההרשאה אינה תקפה.'),
  objectNotOwned: (id: string) =>
    text(`${id} is not something the account that owns the group owns itself.`, `הפריט ${id} אינו בבעלות בעל הקבוצה עצמו.`),
  objectNotOfSite: (id: string) =>
    text(`${id} does not belong to the site of the group or to a site below it.`, `הפריט ${id} אינו שייך לאתר הקבוצה או לאתר שמתחתיו.`),
  typeUnknown: (type: string, known: string) =>
    text(
      `There are no objects of the type ${type} here yet. Rights can be given on: ${known}.`,
      `אין כאן עדיין פריטים מסוג ${type}. ניתן להעניק הרשאות על: ${known}.`,
    ),
};
