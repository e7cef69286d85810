import { text } from './text.ts';

/** The groups of settings, by the first part of their IDs, in display order. */
const areas = [
  'identity',
  'servers',
  'images',
  'packages',
  'consoles',
  'statistics',
  'alerts',
  'sms',
  'billing',
  'budgets',
  'exchangeRates',
  'accounting',
  'live',
  'analytics',
  'compatible',
] as const;
type Area = (typeof areas)[number];

const areaOf = (id: string): Area | undefined => areas.find((area) => id.startsWith(`${area}.`));

/** Groups settings by subject. Settings without a heading come last, in one group. */
export function groupsOf<S extends { id: string }>(
  settings: readonly S[],
): { title: string; items: S[] }[] {
  return [...areas, undefined]
    .map((area) => ({
      title: text(area === undefined ? 'areaOther' : `area_${area}`),
      items: settings.filter(({ id }) => areaOf(id) === area),
    }))
    .filter(({ items }) => items.length > 0);
}
