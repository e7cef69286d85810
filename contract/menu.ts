import type { Access } from './endpoint.ts';
import type { IconName } from './icons.ts';
import type { LocalizedText } from './languages.ts';

/** The sections of the menu, in order (specification section 2, menu). */
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
 * A screen's menu entry, declared by its slice. It is shown to all users with access to the screen.
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
