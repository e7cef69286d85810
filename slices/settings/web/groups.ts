import { text } from './text.ts';

/** What settings can be about, by the first part of their ids, in the order of the screen. */
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

/** Settings under what they are about; what has no heading of its own stands last, together. */
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
