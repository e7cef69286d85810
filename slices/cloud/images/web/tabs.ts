import type { Image } from './image.tsx';

/** The tabs required by the specification. */
export const tabs = [
  'system',
  'service',
  'application',
  'desktop',
  'private',
  'iso',
  'snapshots',
] as const;
export type Tab = (typeof tabs)[number];

export const kindOfTab: Record<Tab, Image['kind']> = {
  ...{ system: 'os', service: 'service', application: 'application', desktop: 'desktop' },
  ...{ private: 'private', iso: 'iso', snapshots: 'snapshot' },
};

/** Whether the tab lists the users' own images. */
export const isOwnTab = (tab: Tab): boolean =>
  tab === 'private' || tab === 'iso' || tab === 'snapshots';
