import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../../contract/endpoint.ts';
import { currency, positiveRate } from '../../../contract/fields/money.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** Entered manually, or published by the European Central Bank. */
export const rateSources = ['manual', 'ecb'] as const;

/**
 * `known`: applies from its date until a newer rate. `planned`: its date is in the future.
 * `withdrawn`: isn't used.
 */
export const rateStates = ['known', 'planned', 'withdrawn'] as const;

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';
const rateDay = z.iso.date().refine((day) => day >= firstDay && day <= lastDay, {
  message: schemaMessage(localize('invalid.message.enterDayFrom', { firstDay, lastDay })),
});

const reason = z.string().nullable();

const rateRow = z.strictObject({
  id,
  /** One of it … */
  base: stored(currency),
  /** The quoted currency. The rate is the amount of it per unit of the base currency. */
  quote: stored(currency),
  rate: decimal,
  day: z.iso.date(),
  source: z.enum(rateSources),
  state: z.enum(rateStates),
  enteredAt: moment,
  /** The user who entered the rate. Null if it was published. */
  enteredBy: z.string().nullable(),
  withdrawnAt: moment.nullable(),
  withdrawnBy: z.string().nullable(),
  actions: z.strictObject({ correct: reason, withdraw: reason }),
});

/** The connection to the bank that publishes rates. */
const rateSource = z.strictObject({
  /** Whether requests are enabled in the settings. */
  isConnected: z.boolean(),
  address: z.string(),
  askedAt: moment.nullable(),
  answeredAt: moment.nullable(),
  /** The date of the latest rates. */
  day: z.iso.date().nullable(),
  /** Why the last request failed. '' if it didn't. */
  problem: z.string(),
  canAsk: z.boolean(),
});

const params = z.strictObject({ rateId: id });
const readAccess = { method: 'GET', access: 'exchangeRates.view', changes: false } as const;
const writeOptions = { access: 'exchangeRates.manage', changes: true } as const;

export const exchangeRateEndpoints = {
  listExchangeRates: endpoint({
    title: localize('operations.listExchangeRates'),
    ...readAccess,
    topics: ['exchangeRate'],
    path: '/exchangeRates',
    summary: 'List current, planned, and withdrawn exchange rates.',
    query: listQuery(['day', 'pair'], { state: z.enum(rateStates).optional() }),
    answer: listPage(rateRow).extend({
      /** Why the user can't enter a rate. Null if they can. */
      cannotAdd: reason,
    }),
  }),
  createExchangeRate: endpoint({
    title: localize('operations.createExchangeRate'),
    ...writeOptions,
    touches: ['exchangeRate'],
    method: 'POST',
    path: '/exchangeRates',
    summary: 'Add an exchange rate for a day. Closed months aren’t recalculated.',
    body: z
      .strictObject({ base: currency, quote: currency, day: rateDay, rate: positiveRate })
      .refine(({ base, quote }) => base !== quote, {
        message: schemaMessage(localize('invalid.message.currenciesMustDifferent')),
        path: ['quote'],
      }),
    answer: z.strictObject({ id }),
    errors: ['currencyUnknown', 'exchangeRateTopmost', 'exchangeRateSettled', 'exchangeRateTaken'],
  }),
  correctExchangeRate: endpoint({
    title: localize('operations.correctExchangeRate'),
    ...writeOptions,
    touches: ['exchangeRate'],
    method: 'PUT',
    path: '/exchangeRates/{rateId}',
    summary:
      'Correct an exchange rate. The wrong rate is withdrawn and a new one added for the same day.',
    params,
    body: z.strictObject({ rate: positiveRate }),
    answer: z.strictObject({ id }),
    errors: ['exchangeRateTopmost', 'exchangeRateSettled', 'exchangeRateTaken'],
  }),
  withdrawExchangeRate: endpoint({
    title: localize('operations.withdrawExchangeRate'),
    ...writeOptions,
    touches: ['exchangeRate'],
    method: 'DELETE',
    path: '/exchangeRates/{rateId}',
    summary: 'Withdraw an exchange rate that no closed month used.',
    params,
    answer: done,
    errors: ['exchangeRateTopmost', 'exchangeRateSettled'],
  }),
  getExchangeRateSource: endpoint({
    title: localize('operations.getExchangeRateSource'),
    ...readAccess,
    topics: ['exchangeRate', 'setting'],
    path: '/exchangeRates/source',
    summary: 'Get the status of the daily import from the European Central Bank.',
    answer: rateSource,
  }),
  askExchangeRateSource: endpoint({
    title: localize('operations.askExchangeRateSource'),
    ...writeOptions,
    touches: ['exchangeRate'],
    method: 'POST',
    path: '/exchangeRates/source/ask',
    command: 'exchange-rates fetch',
    summary: 'Import exchange rates from the European Central Bank now.',
    ownTransaction: true,
    answer: rateSource,
    errors: ['exchangeRateTopmost', 'exchangeRateNotConnected', 'exchangeRateSourceAway'],
  }),
};

export { exchangeRateEndpoints as endpoints };
