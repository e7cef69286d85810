import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../contract/endpoint.ts';
import { currency, positiveRate } from '../../contract/money.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { said } from '../../contract/said.ts';

/** Entered by a person, or published by the European Central Bank. */
export const rateSources = ['manual', 'ecb'] as const;

/** `known`: it counts from its day on, until there is a newer one; `planned`: its day is still to come; `withdrawn`: it counts for nothing. */
export const rateStates = ['known', 'planned', 'withdrawn'] as const;

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';
const rateDay = z.iso.date().refine((day) => day >= firstDay && day <= lastDay, {
  message: said(`a day from ${firstDay} to ${lastDay} is needed`, `נדרש יום מ-${firstDay} עד ${lastDay}`),
});

const reason = z.string().nullable();

const rateRow = z.strictObject({
  id,
  /** One of it … */
  base: currency,
  /** … is so many of this. */
  quote: currency,
  rate: decimal,
  day: z.iso.date(),
  source: z.enum(rateSources),
  state: z.enum(rateStates),
  enteredAt: moment,
  /** Who entered it; null when it was published. */
  enteredBy: z.string().nullable(),
  withdrawnAt: moment.nullable(),
  withdrawnBy: z.string().nullable(),
  actions: z.strictObject({ correct: reason, withdraw: reason }),
});

/** How the portal stands with the bank that publishes rates. */
const rateSource = z.strictObject({
  /** Switched on in the settings. */
  isConnected: z.boolean(),
  address: z.string(),
  askedAt: moment.nullable(),
  answeredAt: moment.nullable(),
  /** Of the rates it answered last. */
  day: z.iso.date().nullable(),
  /** Why the last asking failed; ''. */
  problem: z.string(),
  canAsk: z.boolean(),
});

const params = z.strictObject({ rateId: id });
const reading = { method: 'GET', access: 'exchangeRates.view', changes: false } as const;
const changing = { access: 'exchangeRates.manage', changes: true } as const;

export const exchangeRateEndpoints = {
  listExchangeRates: endpoint({
    ...reading,
    path: '/exchangeRates',
    summary: 'The exchange rates that are known, planned and withdrawn: what one of a currency is worth in another from a day on.',
    query: listQuery(['day', 'pair'], { state: z.enum(rateStates).optional() }),
    answer: listPage(rateRow).extend({
      /** Why the reader cannot enter one; null when he can. */
      cannotAdd: reason,
    }),
  }),
  addExchangeRate: endpoint({
    ...changing,
    method: 'POST',
    path: '/exchangeRates',
    summary: 'Enters an exchange rate of a day. What a month that is over was reckoned with stays.',
    body: z
      .strictObject({ base: currency, quote: currency, day: rateDay, rate: positiveRate })
      .refine(({ base, quote }) => base !== quote, {
        message: said('another currency than the first is needed', 'נדרש מטבע שונה מהראשון'),
        path: ['quote'],
      }),
    answer: z.strictObject({ id }),
    errors: ['currencyUnknown', 'exchangeRateTopmost', 'exchangeRateSettled', 'exchangeRateTaken'],
  }),
  correctExchangeRate: endpoint({
    ...changing,
    method: 'PUT',
    path: '/exchangeRates/{rateId}',
    summary: 'Corrects a mistaken exchange rate: it is withdrawn and another of the same day entered in its place.',
    params,
    body: z.strictObject({ rate: positiveRate }),
    answer: z.strictObject({ id }),
    errors: ['exchangeRateTopmost', 'exchangeRateSettled', 'exchangeRateTaken'],
  }),
  withdrawExchangeRate: endpoint({
    ...changing,
    method: 'DELETE',
    path: '/exchangeRates/{rateId}',
    summary: 'Withdraws an exchange rate that no month that is over was reckoned with.',
    params,
    answer: done,
    errors: ['exchangeRateTopmost', 'exchangeRateSettled'],
  }),
  getExchangeRateSource: endpoint({
    ...reading,
    path: '/exchangeRates/source',
    summary: 'Whether the rates of the European Central Bank are fetched every day, and how that went last.',
    answer: rateSource,
  }),
  askExchangeRateSource: endpoint({
    ...changing,
    method: 'POST',
    path: '/exchangeRates/source/ask',
    command: 'exchange-rates fetch',
    summary: 'Fetches the rates of the European Central Bank now.',
    ownTransaction: true,
    answer: rateSource,
    errors: ['exchangeRateTopmost', 'exchangeRateNotConnected', 'exchangeRateSourceAway'],
  }),
};
