/**
 * The groups of price items, by the first part of their code. Reports, price lists, and discounts
 * use them.
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
