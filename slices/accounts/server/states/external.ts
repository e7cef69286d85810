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
      meaning: { en: 'This portal’s own records are enough.', he: 'די ברישומי הפורטל עצמו.' },
    },
    {
      value: 1,
      title: { en: 'Required - Not Set', he: 'נדרש – לא הוגדר' },
      meaning: { en: 'The customer’s number in the seller’s own system is missing.', he: 'חסר מספר הלקוח במערכת של המוכר.' },
    },
    {
      value: 2,
      title: { en: 'Required - OK', he: 'נדרש – תקין' },
      meaning: { en: 'The number is there.', he: 'המספר קיים.' },
    },
  ],
  events: {
    require: { en: 'Ask for it', he: 'דרישה' },
    set: { en: 'Set it', he: 'הגדרה' },
    clear: { en: 'Remove it', he: 'הסרה' },
    waive: { en: 'Ask for it no more', he: 'ויתור' },
  },
  transitions: [
    { event: 'require', from: [0], to: [1], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'set', from: [1], to: [2], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'clear', from: [2], to: [1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [1, 2], to: [0], by: ['root', 'siteAdmin', 'billingAdmin'] },
  ],
};
