import type { MenuEntry } from '../../../contract/menu.ts';

export const agreementMenu: MenuEntry[] = [
  {
    id: 'agreements',
    section: 'siteSettings',
    path: '/agreements',
    icon: 'signature',
    title: { en: 'Agreements', he: 'הסכמים' },
    access: 'agreements.manage',
  },
];
