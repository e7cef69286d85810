import type { Machine } from './machine.ts';

export type ExternalState = 0 | 1 | 2;
export type ExternalEvent = 'require' | 'set' | 'clear' | 'waive';

/** Specification section 4, external profile states; the moves between them are this portal's. */
export const externalMachine: Machine<ExternalState, ExternalEvent> = {
  name: 'external',
  title: { en: 'External profile', he: 'פרופיל חיצוני' },
  states: [
    {
      value: 0,
      title: { en: 'Not required', he: 'לא נדרש' },
      meaning: { en: 'The portal’s own records are sufficient.', he: 'די ברישומי הפורטל.' },
    },
    {
      value: 1,
      title: { en: 'Required - Not Set', he: 'נדרש - לא הוגדר' },
      meaning: { en: 'The customer number is missing.', he: 'חסר מספר לקוח.' },
    },
    {
      value: 2,
      title: { en: 'Required - OK', he: 'נדרש - תקין' },
      meaning: { en: 'The customer number is set.', he: 'מספר הלקוח הוגדר.' },
    },
  ],
  events: {
    require: { en: 'Require', he: 'דרישה' },
    set: { en: 'Set', he: 'הגדרה' },
    clear: { en: 'Remove it', he: 'הסרה' },
    waive: { en: 'Stop requiring', he: 'ביטול הדרישה' },
  },
  transitions: [
    { event: 'require', from: [0], to: [1], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'set', from: [1], to: [2], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'clear', from: [2], to: [1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [1, 2], to: [0], by: ['root', 'siteAdmin', 'billingAdmin'] },
  ],
};
