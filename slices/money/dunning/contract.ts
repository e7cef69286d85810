import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../../contract/endpoint.ts';
import { positiveAmount } from '../../../contract/fields/money.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

/** The possible steps for an overdue document. */
export const stepKinds = ['reminder', 'fee', 'retry', 'suspend', 'notice', 'terminate'] as const;
export type StepKind = (typeof stepKinds)[number];

/** The maximum number of steps in a policy. */
export const maxSteps = 20;
/** The maximum number of days between a document's due date and the last step. */
export const maxDays = 730;
/**
 * The maximum fixed late fee, in the currency of the document, and the maximum percentage of the
 * unpaid amount.
 */
export const maxFee = 100_000;
export const maxPercent = 50;

/** Days after the due date of the oldest unpaid document. */
const days = z.int().min(0).max(maxDays);
const plain = <const K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind), days });
const feeAmount = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterFeeAboveZero')),
  });

export const dunningStep = z.discriminatedUnion('kind', [
  plain('reminder'),
  /**
   * Charges a late fee once per document, except for late fee invoices: a fixed amount before tax,
   * or a percentage of the unpaid amount.
   */
  z.strictObject({
    kind: z.literal('fee'),
    days,
    mode: z.enum(['fixed', 'percent']),
    amount: feeAmount,
  }),
  /** Charges the customer's saved payment method again. */
  plain('retry'),
  plain('suspend'),
  /** Notifies the customer of the upcoming termination date. */
  plain('notice'),
  /** Lists the account for a manual decision, unless termination is automatic. */
  z.strictObject({ kind: z.literal('terminate'), days, isAutomatic: z.boolean() }),
]);
export type Step = z.output<typeof dunningStep>;

/** Balances up to this amount are ignored. */
const tolerance = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterAmountSuchAs')),
  });

/** Whether late fees include the taxes that apply to the customer. */
const chargesTaxOnFees = z.boolean();

const policy = z
  .strictObject({
    isOn: z.boolean(),
    steps: z.array(dunningStep).max(maxSteps),
    tolerance: tolerance.default('0'),
    taxesFees: chargesTaxOnFees.default(true),
  })
  .superRefine(({ isOn, steps }, context) => {
    if (isOn && steps.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['steps'],
        message: schemaMessage(localize('invalid.message.addLeastOneStep')),
      });
    steps.forEach((step, index) => {
      const problem = problemOf(steps, step, index);
      if (problem)
        context.addIssue({
          code: 'custom',
          path: ['steps', index, problem.field],
          message: problem.message,
        });
    });
  });

/**
 * The version that the form was loaded with, to detect concurrent changes. Empty if there was none.
 */
const policyUpdate = policy.safeExtend({ seen: z.string().max(40).optional() });

/** Bounds for the issue date of an assumed document. */
const firstDay = '2000-01-01';
const lastDay = '2099-12-31';

/**
 * An assumed document for the preview of steps, in the company's currency and with its payment
 * term.
 */
const assumed = z.strictObject({
  amount: positiveAmount,
  /** Defaults to today. */
  issuedOn: z.iso
    .date()
    .refine((day) => day >= firstDay && day <= lastDay, {
      message: schemaMessage(localize('invalid.message.enterDayFrom', { firstDay, lastDay })),
    })
    .optional(),
});
export type Assumed = z.output<typeof assumed>;

/**
 * Validates a step against the previous ones. Late fees and suspensions require an earlier
 * reminder, and terminations an earlier suspension and notice.
 */
function problemOf(
  steps: readonly Step[],
  step: Step,
  index: number,
): { field: string; message: string } | null {
  const earlier = steps.slice(0, index);
  const before = earlier.at(-1);
  const hasEarlierStep = (kind: Step['kind']) =>
    earlier.some((other) => other.kind === kind && other.days < step.days);
  if (before && before.days > step.days)
    return {
      field: 'days',
      message: schemaMessage(
        localize('invalid.message.stepsMustOrderEnter', { days: before.days }),
      ),
    };
  if (
    ['fee', 'suspend', 'notice', 'terminate'].includes(step.kind) &&
    earlier.some(({ kind }) => kind === step.kind)
  )
    return {
      field: 'kind',
      message: schemaMessage(localize('invalid.message.policyCanStepOnly')),
    };
  if ((step.kind === 'fee' || step.kind === 'suspend') && !hasEarlierStep('reminder'))
    return {
      field: 'days',
      message: schemaMessage(localize('invalid.message.addReminderLeastDay')),
    };
  if (step.kind === 'terminate' && !(hasEarlierStep('notice') && hasEarlierStep('suspend')))
    return {
      field: 'days',
      message: schemaMessage(localize('invalid.message.addSuspensionTerminationNotice')),
    };
  if (step.kind !== 'fee') return null;
  const amount = Number(step.amount);
  if (!(amount > 0))
    return {
      field: 'amount',
      message: schemaMessage(localize('invalid.message.enterFeeAboveZero')),
    };
  if (step.mode === 'percent' && amount > maxPercent)
    return {
      field: 'amount',
      message: schemaMessage(localize('invalid.message.feeCanMostPercent', { maxPercent })),
    };
  if (step.mode === 'percent' && !/^\d+(\.\d{1,2})?$/.test(step.amount))
    return {
      field: 'amount',
      message: schemaMessage(localize('invalid.message.enterPercentageUpTwo')),
    };
  if (step.mode === 'fixed' && amount > maxFee)
    return {
      field: 'amount',
      message: schemaMessage(localize('invalid.message.fixedFeeCanMost', { maxFee })),
    };
  return null;
}

/** A stored policy, which was valid when it was saved. */
const storedPolicy = z.strictObject({
  isOn: z.boolean(),
  steps: z.array(stored(dunningStep)),
  tolerance: decimal,
  taxesFees: chargesTaxOnFees,
  changedAt: moment.nullable(),
});

const upcomingStep = z.strictObject({
  key: z.string(),
  kind: z.enum(stepKinds),
  /** A date in the time zone of the customer's site. The step runs from 9 a.m. on. */
  on: z.iso.date(),
  outcome: z.enum(['done', 'skipped']),
  /** The fee with tax, or the amount due at that time. Null for steps without an amount. */
  amount: decimal.nullable(),
  /** The outcome, or why nothing happened. */
  note: z.string(),
});

/** Upcoming steps for the oldest unpaid document in a currency if nothing is paid. */
const dunningForecast = z.strictObject({
  company: z.string(),
  document: z.strictObject({ id, number: z.string(), dueOn: z.iso.date() }),
  unpaid: decimal,
  /** The total amount due in this currency, excluding disputed amounts. */
  owed: decimal,
  /** The disputed amount, which isn't collected. */
  disputed: decimal,
  currency: z.string(),
  today: z.iso.date(),
  /**
   * The part of the amount due that isn't being collected, with the reason. '' if all of it is
   * collected.
   */
  rest: z.string(),
  steps: z.array(upcomingStep),
});

/** Upcoming steps for an assumed document if it were the only unpaid one. */
const simulatedForecast = dunningForecast
  .omit({ document: true })
  .extend({ issuedOn: z.iso.date(), dueOn: z.iso.date() });

const logged = z.strictObject({
  id: z.int(),
  at: moment,
  kind: z.enum([...stepKinds, 'settled', 'paused', 'resumed']),
  document: z.string(),
  plannedOn: z.iso.date(),
  doneOn: z.iso.date(),
  outcome: z.enum(['done', 'skipped']),
  note: z.string(),
});

const unpaidDocument = z.strictObject({
  id,
  number: z.string(),
  dueOn: z.iso.date(),
  total: decimal,
  /** The unpaid amount after payments are allocated to the oldest documents first. */
  unpaid: decimal,
  currency: z.string(),
});

const companyParams = z.strictObject({ companyId: id });

export const dunningEndpoints = {
  getOwnDunning: endpoint({
    title: localize('operations.getOwnDunning'),
    method: 'GET',
    path: '/billing/dunning',
    summary: 'Get upcoming and past payment reminders of your unpaid documents.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'user', 'invoice'],
    answer: z.strictObject({ coming: z.array(dunningForecast), log: z.array(logged) }),
  }),
  getDunningPolicy: endpoint({
    title: localize('operations.getDunningPolicy'),
    method: 'GET',
    path: '/companies/{companyId}/dunning',
    summary: 'Get a company’s dunning policy. Off by default.',
    access: 'ledger.view',
    changes: false,
    topics: ['company:{companyId}'],
    params: companyParams,
    answer: storedPolicy.extend({ currency: z.string(), customers: z.int() }),
  }),
  saveDunningPolicy: endpoint({
    title: localize('operations.saveDunningPolicy'),
    method: 'PUT',
    path: '/companies/{companyId}/dunning',
    summary:
      'Update a company’s dunning policy. Applies to every customer without a policy of its own.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    dangerous: true,
    params: companyParams,
    body: policyUpdate,
    answer: done,
    errors: ['amountWrong', 'companyChangedMeanwhile'],
  }),
  getCustomerDunning: endpoint({
    title: localize('operations.getCustomerDunning'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/billingPolicy',
    summary: 'Get a customer’s dunning policy, unpaid documents, and past and upcoming steps.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'company:{companyId}', 'user'],
    params: customerParams,
    answer: z.strictObject({
      ofCompany: storedPolicy,
      /** Null if the company's policy applies. */
      own: storedPolicy.nullable(),
      documents: z.array(unpaidDocument),
      coming: z.array(dunningForecast),
      log: z.array(logged),
    }),
  }),
  saveCustomerDunning: endpoint({
    title: localize('operations.saveCustomerDunning'),
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/billingPolicy',
    summary: 'Set a customer’s own dunning policy or exempt the customer.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    dangerous: true,
    params: customerParams,
    body: policyUpdate,
    answer: done,
    errors: ['amountWrong', 'companyChangedMeanwhile'],
  }),
  deleteCustomerDunning: endpoint({
    title: localize('operations.deleteCustomerDunning'),
    method: 'DELETE',
    path: '/billingManage/{companyId}/{externalId}/billingPolicy',
    summary: 'Remove a customer’s own dunning policy. The company policy applies again.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    dangerous: true,
    params: customerParams,
    answer: done,
  }),
  simulateDunning: endpoint({
    title: localize('operations.simulateDunning'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/billingPolicy/simulation',
    summary:
      'Simulate a dunning policy for a customer by day, also with an assumed document. Nothing is saved.',
    access: 'ledger.view',
    changes: false,
    params: customerParams,
    body: policy.safeExtend({ assumed: assumed.optional() }),
    answer: z.strictObject({
      coming: z.array(dunningForecast),
      assumed: simulatedForecast.nullable(),
    }),
    errors: ['amountWrong'],
  }),
};

export { dunningEndpoints as endpoints };
