import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../../contract/fields/email.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { localize } from '../texts/localize.ts';
import { place, priceListParams, source } from './listSource.ts';

const accountParams = z.strictObject({ userId: id });

const accountPrices = z.strictObject({
  /** The list that the account currently buys from. Null if there is none. */
  buysFrom: source.nullable(),
  /**
   * Why this list is used: assigned to the account, assigned to its parent, or the list of its
   * site.
   */
  because: z.enum(['account', 'parent', 'site']),
  /** The named list assigned to the account itself. */
  given: z.strictObject(place).nullable(),
  choices: z.array(z.strictObject({ ...place, siteName: z.string(), currency: z.string() })),
});

/** Assignment of named price lists to accounts. */
export const priceListAccountEndpoints = {
  listPriceListAccounts: endpoint({
    title: localize('operations.listPriceListAccounts'),
    method: 'GET',
    path: '/pricelists/{priceListId}/accounts',
    summary: 'List the accounts a named price list is assigned to.',
    access: 'prices.manage',
    changes: false,
    topics: ['price'],
    params: priceListParams,
    query: listQuery(['email', 'givenAt']),
    answer: listPage(
      z.strictObject({
        id,
        siteId: id,
        email: z.string(),
        siteName: z.string(),
        givenAt: moment,
        children: z.int(),
      }),
    ),
  }),
  givePriceList: endpoint({
    title: localize('operations.givePriceList'),
    method: 'POST',
    path: '/pricelists/{priceListId}/accounts',
    summary:
      'Assign a named price list to an account. It applies to what the account and its sub-accounts create or change from now on.',
    access: 'prices.manage',
    changes: true,
    touches: ['price'],
    params: priceListParams,
    body: z.strictObject({ email: text({ min: 3, max: maxEmailLength }) }),
    answer: z.strictObject({ userId: id }),
    errors: ['priceListAccountUnknown', 'priceListOfSite', 'priceListCurrency'],
  }),
  getAccountPriceList: endpoint({
    title: localize('operations.getAccountPriceList'),
    method: 'GET',
    path: '/pricelists/accounts/{userId}',
    summary: 'Get an account’s price list, why it applies, and the lists that can be assigned.',
    access: 'prices.manage',
    changes: false,
    topics: ['price', 'user:{userId}'],
    params: accountParams,
    answer: accountPrices,
  }),
  setAccountPriceList: endpoint({
    title: localize('operations.setAccountPriceList'),
    method: 'PUT',
    path: '/pricelists/accounts/{userId}',
    summary:
      'Assign a named price list to an account, or use `null` to inherit the list of its parent or site.',
    access: 'prices.manage',
    changes: true,
    touches: ['price', 'user:{userId}'],
    params: accountParams,
    body: z.strictObject({
      list: z.strictObject({ siteId: id, name: text({ min: 2, max: 80 }) }).nullable(),
    }),
    answer: done,
    errors: ['priceListCurrency'],
  }),
};
