import type { Access } from './endpoint.ts';
import type { IconName } from './icons.ts';
import type { LocalizedText } from './languages.ts';

/** The groups of the menu, in their order (specification section 2, menu). */
export const menuSections = [
  'fixed',
  'marketplace',
  'objectStorage',
  'cloud',
  'addOn',
  'api',
  'permissions',
  'support',
  'billing',
  'marketplaceAdmin',
  'billingAdmin',
  'siteSettings',
  'siteReports',
  'servicesMigration',
  'batchActions',
  'infrastructure',
  'settings',
] as const;
export type MenuSection = (typeof menuSections)[number];

/**
 * A screen's place in the menu, declared by its slice. It is shown to everyone with access to the
 * screen.
 */
export interface MenuEntry {
  id: string;
  section: MenuSection;
  /** The screen's route. */
  path: string;
  icon: IconName;
  title: LocalizedText;
  access: Exclude<Access, 'public'>;
}
