import type * as z from 'zod';
import { roleHas } from '../../../../contract/access/permissions.ts';
import type { IconName } from '../../../../contract/icons.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { type MenuEntry, type MenuSection, menuSections } from '../../../../contract/menu.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { menuAnswer } from '../contract.ts';
import { localize } from '../texts/localize.ts';

const sectionTitles: Record<MenuSection, { icon: IconName; title: LocalizedText }> = {
  fixed: { icon: 'home', title: localize('sectionTitles.fixed') },
  marketplace: { icon: 'shopping-bag', title: localize('sectionTitles.marketplace') },
  objectStorage: { icon: 'bucket', title: localize('sectionTitles.objectStorage') },
  cloud: { icon: 'cloud', title: localize('sectionTitles.cloud') },
  addOn: { icon: 'folder', title: localize('sectionTitles.addOn') },
  api: { icon: 'code', title: localize('sectionTitles.api') },
  permissions: { icon: 'users', title: localize('sectionTitles.permissions') },
  support: { icon: 'lifebuoy', title: localize('sectionTitles.support') },
  billing: { icon: 'receipt', title: localize('sectionTitles.billing') },
  marketplaceAdmin: {
    icon: 'building-store',
    title: localize('sectionTitles.marketplaceAdmin'),
  },
  billingAdmin: { icon: 'calculator', title: localize('sectionTitles.billingAdmin') },
  siteSettings: { icon: 'world', title: localize('sectionTitles.siteSettings') },
  siteReports: { icon: 'report', title: localize('sectionTitles.siteReports') },
  servicesMigration: {
    icon: 'arrows-transfer',
    title: localize('sectionTitles.servicesMigration'),
  },
  batchActions: { icon: 'stack', title: localize('sectionTitles.batchActions') },
  infrastructure: { icon: 'server-cog', title: localize('sectionTitles.infrastructure') },
  settings: { icon: 'settings', title: localize('sectionTitles.settings') },
};

/**
 * A menu entry, including the site's custom ones. These can name any icon, and screens ignore
 * unknown ones.
 */
type ShownEntry = Omit<MenuEntry, 'icon'> & { icon: string };

/** Returns the site's own pages as menu entries. */
const pageEntries = (ctx: SignedInContext): ShownEntry[] =>
  ctx.site.pages.map(({ id, section, icon, title }) => {
    const anyTitle = Object.values(title)[0] ?? '';
    return {
      id: `page.${id}`,
      section: section as MenuSection,
      path: `/externalPages/${id}`,
      icon,
      title: { ...eachLanguage(() => anyTitle), ...title },
      access: 'signedIn',
    };
  });

/** Returns an entry with the site's custom title and icon. */
function withSiteMenu(ctx: SignedInContext, entry: ShownEntry): ShownEntry {
  const change = ctx.site.menu[entry.id];
  return change
    ? { ...entry, icon: change.icon ?? entry.icon, title: { ...entry.title, ...change.title } }
    : entry;
}

/** Returns the menu visible to a user: the entries permitted by the role, with their sections. */
export function menuFor(ctx: SignedInContext): z.output<typeof menuAnswer> {
  const visible = [...ctx.services.slices.menu, ...pageEntries(ctx)]
    .filter((entry) => entry.access === 'signedIn' || roleHas(ctx.actor.role, entry.access))
    .map((entry) => withSiteMenu(ctx, entry));
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
