/**
 * The groups of price items, by the first part of their code. Used by reports, price lists, and
 * discounts.
 */
export const priceGroups = [
  'cpu',
  'ram',
  'disk',
  'ip',
  'traffic',
  'overage',
  'image',
  'backup',
  'snapshot',
  'managed',
] as const;
