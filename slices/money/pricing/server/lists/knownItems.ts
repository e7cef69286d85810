import type { Language } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import {
  type DefaultPrice,
  defaultPrices,
  trafficPrice,
  units,
  unmeteredPrice,
} from '../defaultPrices.ts';

/** The title and default billing of an item, without prices. A list can override them. */
export type KnownItem = Pick<DefaultPrice, 'code' | 'resource' | 'unit' | 'poweredOff'>;

const byCode = new Map(defaultPrices.map((item) => [item.code, item]));

/**
 * Everything that can be sold: the portal's items, any traffic package, and software by name. Null
 * for other codes.
 */
export function knownItem(code: string): KnownItem | null {
  const item = byCode.get(code);
  if (item) return item;
  const [, isVolume, size] = /^traffic\.(t?)([1-9]\d{0,6})$/.exec(code) ?? [];
  if (size !== undefined) return (isVolume ? trafficPrice : unmeteredPrice)(Number(size), null);
  const [, software] = /^image\.([a-z][a-z0-9-]{1,40})$/.exec(code) ?? [];
  if (software === undefined) return null;
  return {
    code,
    resource: localize('knownItems.resource.software', { software }),
    unit: units.server,
    poweredOff: 'charge',
  };
}

/** The items that can be added to a list, in group order. */
export const offeredItems: readonly KnownItem[] = defaultPrices;

/** The item in the reader's language. */
export const inLanguage = (
  { resource, unit }: Pick<DefaultPrice, 'resource' | 'unit'>,
  language: Language,
) => ({
  title: resource[language],
  unit: unit[language],
});
