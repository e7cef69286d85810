export { type Estimate, type EstimatedItem, estimate } from './estimate.ts';
export { explainSubject, subjectMonth } from './explain.ts';
export { costToDate, type Money, monthToDateTotal } from './monthToDate.ts';
export { addPriceList, type Buyer, buyerOf, priceListFor, seedPriceList } from './priceList.ts';
export { pricingRoutes } from './routes.ts';
export { type Subject, setSpans } from './spans.ts';

import type { MenuEntry } from '../../../contract/menu.ts';

export const pricingMenu: MenuEntry[] = [
  {
    id: 'pricing',
    section: 'cloud',
    path: '/pricing',
    icon: 'calculator',
    title: { en: 'Pricing', he: 'מחירון' },
    access: 'pricing.view',
  },
  {
    id: 'pricelist',
    section: 'siteSettings',
    path: '/pricelist',
    icon: 'receipt',
    title: { en: 'Price lists', he: 'מחירונים' },
    access: 'prices.manage',
  },
];
