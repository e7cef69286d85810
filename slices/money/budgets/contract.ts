import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../contract/fields/email.ts';
import { positiveAmount } from '../../../contract/fields/money.ts';
import { datePage, datePageQuery, listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaIssue } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** The maximum number of thresholds per budget. */
export const maxThresholds = 20;
/** The highest threshold, in percent of the budget. */
export const maxPercent = 1000;

/**
 * The amount compared with a threshold: the cost so far, or the month's forecast if all active
 * resources continue.
 */
export const budgetBasis = z.enum(['actual', 'forecast']);

/** Sends an email when reached. Can also block new orders or turn off servers. */
const threshold = z.strictObject({
  basis: budgetBasis,
  /** Percentage of the budget. */
  percent: z.int().min(1).max(maxPercent),
  /**
   * Whether orders that raise the cost, such as new, cloned, restored, or larger servers, are
   * rejected until the month ends.
   */
  blocks: z.boolean(),
  /** Whether the servers covered by the budget are turned off, except locked ones. */
  powersOff: z.boolean(),
});

const thresholds = z
  .array(threshold)
  .min(1)
  .max(maxThresholds)
  .superRefine((all, context) => {
    all.forEach(({ basis, percent }, index) => {
      if (all.findIndex((other) => other.basis === basis && other.percent === percent) === index)
        return;
      context.addIssue({
        code: 'custom',
        path: [index, 'percent'],
        ...schemaIssue(localize('invalid.thresholds.percentListedTwice', { percent })),
      });
    });
  });

/**
 * `ok`. `reached`: a threshold was reached. `forecastOver`: the forecast exceeds the budget.
 * `over`: the
 * cost has reached the budget. `blocking`: new orders are rejected. `unchecked`: not checked yet
 * this month.
 */
export const budgetState = z.enum([
  'unchecked',
  'ok',
  'reached',
  'forecastOver',
  'over',
  'blocking',
]);

const reason = z.string().nullable();

export const budgetItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  owner: z.strictObject({ id: z.uuid(), email: z.string() }),
  /** Only servers with this tag count. Null: all usage of the owner and its sub-accounts. */
  tag: z.string().nullable(),
  amount: decimal,
  currency: z.string(),
  thresholds: z.array(
    threshold.extend({
      /** When the threshold was reached this month. Null if it wasn't. */
      firedAt: moment.nullable(),
      /** Whether the threshold rejects new orders now. */
      isBlocking: z.boolean(),
    }),
  ),
  /** The figures of the last check. Null until the first check of the month. */
  figures: z
    .strictObject({
      /** The month in the owner site's time zone, as in `2026-03`. */
      month: z.string(),
      spent: decimal,
      forecast: decimal,
      /** Other currencies with costs that aren't included. */
      otherCurrencies: z.array(z.string()),
      checkedAt: moment,
    })
    .nullable(),
  state: budgetState,
  /** When new orders are accepted again. Null if none are rejected. */
  blockedUntil: moment.nullable(),
  /** The user who set the budget. Null if it's the owner. */
  setBy: z.string().nullable(),
  actions: z.strictObject({ change: reason, remove: reason, lift: reason }),
});

export const budgetEvent = z.strictObject({
  id: z.string(),
  at: moment,
  /** `2026-03` */
  month: z.string(),
  basis: budgetBasis,
  percent: z.int(),
  /** The cost and the budget when the threshold was reached. */
  spent: decimal,
  forecast: decimal,
  amount: decimal,
  currency: z.string(),
  blocks: z.boolean(),
  powersOff: z.boolean(),
  /**
   * Why the event no longer applies: the month ended, the block was lifted, or the budget was
   * changed.
   */
  end: z.enum(['month', 'lifted', 'changed']).nullable(),
  endedAt: moment.nullable(),
  liftedBy: z.string().nullable(),
  /** The servers to turn off, each with its task or the reason why it stayed on. */
  servers: z.array(
    z.strictObject({
      serverId: z.uuid(),
      name: z.string(),
      state: z.enum(['waiting', 'asked', 'refused', 'dropped']),
      cmdId: z.int().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});

const params = z.strictObject({ budgetId: id });
const path = '/budgets/{budgetId}';
const readAccess = { method: 'GET', access: 'budgets.view', changes: false } as const;
const writeOptions = { access: 'budgets.manage', changes: true } as const;
const name = text({ min: 1, max: 100 });

export const budgetEndpoints = {
  listBudgets: endpoint({
    title: localize('operations.listBudgets'),
    ...readAccess,
    topics: ['budget'],
    path: '/budgets',
    summary: 'List budgets with month-to-date spend and forecast.',
    query: listQuery(['name', 'used', 'created'] as const, {
      /** The account ID. */
      user: id.optional(),
      /** Only budgets that reached a threshold this month. */
      state: z.enum(['reached']).optional(),
    }),
    answer: listPage(budgetItem),
  }),
  budgetOptions: endpoint({
    title: localize('operations.budgetOptions'),
    ...readAccess,
    path: '/budgets/options',
    command: 'budgets get-options',
    summary: 'Get budget options of an account: its currency and server tags.',
    query: z.strictObject({
      /** The email address of the account. Omitted: the caller's own account. */
      email: text({ min: 3, max: maxEmailLength }).optional(),
    }),
    answer: z.strictObject({
      user: z.strictObject({ id: z.uuid(), email: z.string() }),
      /** Null if the account has no seller. */
      currency: z.string().nullable(),
      tags: z.array(z.string()),
      /** Whether the caller can set budgets for other accounts. */
      setsForOthers: z.boolean(),
    }),
  }),
  getBudget: endpoint({
    title: localize('operations.getBudget'),
    ...readAccess,
    topics: ['budget:{budgetId}'],
    path,
    summary: 'Get a budget with its thresholds and last check.',
    params,
    answer: budgetItem,
  }),
  createBudget: endpoint({
    title: localize('operations.createBudget'),
    ...writeOptions,
    touches: ['budget'],
    method: 'POST',
    path: '/budgets',
    summary:
      'Create a monthly budget for an account or its servers with a tag, with the actions to take at each threshold.',
    body: z.strictObject({
      name,
      /**
       * The account: the caller's own, a sub-account, or, for administrators, any account in their
       * scope.
       */
      userId: id.optional(),
      /** Only the servers with this tag. */
      tag: text({ min: 1, max: 40 }).optional(),
      amount: positiveAmount,
      thresholds,
    }),
    answer: z.strictObject({ id: z.uuid() }),
    errors: ['budgetLimit', 'priceMissing', 'amountWrong', 'userAboveYou'],
  }),
  updateBudget: endpoint({
    title: localize('operations.updateBudget'),
    ...writeOptions,
    touches: ['budget:{budgetId}'],
    method: 'PUT',
    path,
    summary:
      'Update a budget. Raising it above the spend lifts its block. Account and scope can’t change.',
    params,
    body: z.strictObject({
      name: name.optional(),
      amount: positiveAmount.optional(),
      thresholds: thresholds.optional(),
    }),
    answer: done,
    errors: ['budgetSetByOther', 'amountWrong'],
  }),
  deleteBudget: endpoint({
    title: localize('operations.deleteBudget'),
    ...writeOptions,
    touches: ['budget:{budgetId}'],
    method: 'DELETE',
    path,
    summary: 'Delete a budget with its history. Its block ends.',
    params,
    answer: done,
    errors: ['budgetSetByOther'],
  }),
  liftBudgetBlock: endpoint({
    title: localize('operations.liftBudgetBlock'),
    ...writeOptions,
    touches: ['budget:{budgetId}'],
    method: 'POST',
    path: `${path}/lift`,
    summary: 'Lift a budget block for the rest of the month.',
    params,
    answer: done,
    errors: ['budgetNotBlocking', 'budgetSetByOther'],
  }),
  listBudgetEvents: endpoint({
    title: localize('operations.listBudgetEvents'),
    ...readAccess,
    topics: ['budget', 'task'],
    path: `${path}/events`,
    summary: 'List reached thresholds with amounts and actions taken.',
    params,
    query: datePageQuery,
    answer: datePage(budgetEvent),
  }),
};

export { budgetEndpoints as endpoints };
