import { type RawBuilder, sql } from 'kysely';
import { isNumberConfirmed } from '../../../billing/server/index.ts';
import { unionCountries } from '../../../companies/server/index.ts';

/**
 * How an invoice is taxed. `home`: with the company's taxes. `reverseCharge`: a business in another
 * EU country pays the tax itself (Directive 2006/112/EC, articles 44 and 196). `outside`: outside
 * the scope of VAT. `export`: an export without tax.
 */
export const regimes = ['home', 'reverseCharge', 'outside', 'export'] as const;
export type Regime = (typeof regimes)[number];

const isInUnion = (country: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(country)} = any(${[...unionCountries]}::text[])`;

/**
 * SQL over `company c` and `billing_profile p`: whether both are businesses in two different EU
 * countries and both have VAT numbers.
 */
const isAcrossUnion = sql<boolean>`
  p.kind = 'company' and p.tax_number <> '' and p.country <> c.country and c.tax_number <> '' and ${isInUnion('p.country')} and ${isInUnion('c.country')}`;

/**
 * SQL over `company c` and `billing_profile p`. A VAT number counts once VIES or an administrator
 * has confirmed it. A payment doesn't confirm it.
 */
export const regimeOf: RawBuilder<Regime> = sql<Regime>`
  case when p.user_id is null or p.country = c.country then 'home'
    when ${isAcrossUnion} and ${isNumberConfirmed} then 'reverseCharge'
    when ${isInUnion('p.country')} and ${isInUnion('c.country')} then 'home'
    else c.foreign_tax end`;

/** SQL over the same tables: whether tax is charged only because the VAT number is unverified. */
export const waitsForVerification: RawBuilder<boolean> = sql<boolean>`
  coalesce(p.user_id is not null and ${isAcrossUnion} and not ${isNumberConfirmed}, false)`;
