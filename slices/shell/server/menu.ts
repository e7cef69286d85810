import type * as z from 'zod';
import type { IconName } from '../../../contract/icons.ts';
import type { Language } from '../../../contract/languages.ts';
import { type MenuEntry, type MenuSection, menuSections } from '../../../contract/menu.ts';
import { holds } from '../../../contract/permissions.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import type { menuAnswer } from '../contract.ts';

const sectionTitles: Record<MenuSection, { icon: IconName; title: Record<Language, string> }> = {
  fixed: { icon: 'home', title: { en: 'Overview', he: 'סקירה' } },
  marketplace: { icon: 'shopping-bag', title: { en: 'Marketplace', he: 'מרקטפלייס' } },
  objectStorage: { icon: 'bucket', title: { en: 'Object storage', he: 'אחסון אובייקטים' } },
  cloud: { icon: 'cloud', title: { en: 'My cloud', he: 'הענן שלי' } },
  addOn: { icon: 'folder', title: { en: 'Add-on', he: 'תוספות' } },
  api: { icon: 'code', title: { en: 'API', he: 'API' } },
  permissions: { icon: 'users', title: { en: 'Permissions', he: 'הרשאות' } },
  support: { icon: 'lifebuoy', title: { en: 'Support', he: 'תמיכה' } },
  billing: { icon: 'receipt', title: { en: 'Billing', he: 'חיוב' } },
  marketplaceAdmin: {
    icon: 'building-store',
    title: { en: 'Marketplace admin', he: 'ניהול המרקטפלייס' },
  },
  billingAdmin: { icon: 'calculator', title: { en: 'Billing admin', he: 'ניהול חיוב' } },
  siteSettings: { icon: 'world', title: { en: 'Site settings', he: 'הגדרות אתר' } },
  siteReports: { icon: 'report', title: { en: 'Site reports', he: 'דוחות אתר' } },
  servicesMigration: {
    icon: 'arrows-transfer',
    title: { en: 'Services migration', he: 'העברת שירותים' },
  },
  batchActions: { icon: 'stack', title: { en: 'Batch actions', he: 'פעולות מרוכזות' } },
  infrastructure: { icon: 'server-cog', title: { en: 'Infrastructure', he: 'תשתית' } },
  settings: { icon: 'settings', title: { en: 'Settings', he: 'הגדרות' } },
};

/** As the site wants it: it may name any icon, and the screens draw what they have. */
type ShownEntry = Omit<MenuEntry, 'icon'> & { icon: string };

/** The pages of the site's own, as entries beside those of the portal. */
const pageEntries = (ctx: SignedInContext): ShownEntry[] =>
  ctx.site.pages.map(({ id, section, icon, title }) => {
    const some = Object.values(title)[0] ?? '';
    return {
      id: `page.${id}`,
      section: section as MenuSection,
      path: `/externalPages/${id}`,
      icon,
      title: { en: some, he: some, ...title },
      access: 'signedIn',
    };
  });

/** An entry as the site wants it called and drawn. */
function asSiteSays(ctx: SignedInContext, entry: ShownEntry): ShownEntry {
  const change = ctx.site.menu[entry.id];
  return change
    ? { ...entry, icon: change.icon ?? entry.icon, title: { ...entry.title, ...change.title } }
    : entry;
}

/** The menu visible to a user: entries permitted by the role, with their sections. */
export function menuFor(ctx: SignedInContext): z.output<typeof menuAnswer> {
  const visible = [...ctx.services.slices.menu, ...pageEntries(ctx)]
    .filter((entry) => entry.access === 'signedIn' || holds(ctx.actor.role, entry.access))
    .map((entry) => asSiteSays(ctx, entry));
  const sections = menuSections.filter((section) =>
    visible.some((entry) => entry.section === section),
  );
  const sectionTitle = (section: MenuSection) => sectionTitles[section].title[ctx.actor.language];
  return {
    menu: visible.map((entry) => entry.id),
    titles: Object.fromEntries(
      visible.map((entry) => [
        entry.id,
        {
          id: entry.id,
          pageTitle: entry.title[ctx.actor.language],
          categoryTitle: sectionTitle(entry.section),
          categoryIcon: sectionTitles[entry.section].icon,
        },
      ]),
    ),
    entries: visible.map(({ id, section, path, icon }) => ({ id, section, path, icon })),
    sections: sections.map((id) => ({ id, title: sectionTitle(id), icon: sectionTitles[id].icon })),
    scMarketplaceMenuItems: { menuItems: [] },
  };
}
