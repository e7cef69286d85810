import type { Language } from '../languages.ts';
import { accessTitles } from './access.ts';
import { accountTitles } from './account.ts';
import { accountingTitles } from './accounting.ts';
import { allocationTitles } from './allocations.ts';
import { budgetTitles } from './budgets.ts';
import { careTitles } from './care.ts';
import { cloudTitles } from './cloud.ts';
import { compatibleTitles } from './compatible.ts';
import { consoleTitles } from './consoles.ts';
import { discountTitles } from './discounts.ts';
import { dunningTitles } from './dunning.ts';
import { exchangeRateTitles } from './exchangeRates.ts';
import { invoiceTitles } from './invoices.ts';
import { libraryTitles } from './library.ts';
import { moneyTitles } from './money.ts';
import { paymentTitles } from './payments.ts';
import { peopleTitles } from './people.ts';
import { prepaidTitles } from './prepaid.ts';
import { siteTitles } from './sites.ts';
import { statisticsTitles } from './statistics.ts';
import type { Title } from './title.ts';
import { usageTitles } from './usage.ts';

/** One line per area. Each operation belongs to one of them. */
export const areas = [
  accountTitles,
  peopleTitles,
  siteTitles,
  cloudTitles,
  careTitles,
  libraryTitles,
  accessTitles,
  consoleTitles,
  compatibleTitles,
  statisticsTitles,
  moneyTitles,
  exchangeRateTitles,
  invoiceTitles,
  allocationTitles,
  paymentTitles,
  prepaidTitles,
  usageTitles,
  dunningTitles,
  budgetTitles,
  discountTitles,
  accountingTitles,
];

/**
 * Titles of all operations of the contract, and of the few other events in the activity log. One
 * line per operation.
 */
export const operationTitles: ReadonlyMap<string, Title> = new Map(
  areas.flatMap((area) => Object.entries<Title>(area)),
);

/**
 * The title of an operation; for one of an older or newer portal version, `changePowerOfMany`
 * becomes `Change power of many`.
 */
export function operationTitle(operation: string, language: Language): string {
  const known = operationTitles.get(operation);
  if (known) return known[language];
  const apart = operation
    .replace(/[._]/g, ' ')
    .replace(
      /([a-z])([A-Z])/g,
      (_whole, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    );
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}
