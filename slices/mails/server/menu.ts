import type { MenuEntry } from '../../../contract/menu.ts';

/** One entry: templates and connection are tabs of the same screens. */
export const mailMenu: MenuEntry[] = [
  {
    id: 'mails',
    section: 'siteSettings',
    path: '/mails',
    icon: 'mail',
    title: { en: 'Emails and text messages', he: 'דוא"ל ומסרונים' },
    access: 'mails.view',
  },
];
