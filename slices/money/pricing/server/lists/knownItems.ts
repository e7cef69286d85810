import type { Language } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import { type DefaultPrice, defaultPrices, units, unmetered, volume } from '../defaultPrices.ts';

/** The title and billing of an item, unless the list has its own; without prices. */
export type KnownItem = Pick<DefaultPrice, 'code' | 'resource' | 'unit' | 'poweredOff'>;

const byCode = new Map(defaultPrices.map((item) => [item.code, item]));

/**
 * What can be sold: the portal's items, any traffic package, and software by its name. Null for
 * anything else.
 */
export function knownItem(code: string): KnownItem | null {
  const item = byCode.get(code);
  if (item) return item;
  const [, isVolume, size] = /^traffic\.(t?)([1-9]\d{0,6})$/.exec(code) ?? [];
  if (size !== undefined) return (isVolume ? volume : unmetered)(Number(size), null);
  const [, software] = /^image\.([a-z][a-z0-9-]{1,40})$/.exec(code) ?? [];
  if (software === undefined) return null;
  return {
    code,
    resource: localize('knownItems.resource.software', { software }),
    unit: units.server,
    poweredOff: 'charge',
  };
}

/** The items a list is offered when something is added to it, in the order of the groups. */
export const offeredItems: readonly KnownItem[] = defaultPrices;

/** As the reader of the list sees it. */
export const inLanguage = (
  { resource, unit }: Pick<DefaultPrice, 'resource' | 'unit'>,
  language: Language,
) => ({
  title: resource[language],
  unit: unit[language],
});
