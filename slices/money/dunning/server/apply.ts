import { UserError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { eachLanguage } from '../../../../contract/languages.ts';
import { inOwnTransaction } from '../../../../server/platform/audit/inOwnTransaction.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { padded } from '../../../../server/platform/decimals/decimals.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { stopPoint } from '../../../../server/platform/tasks/stopPoints.ts';
import { suspendByDebt, terminateByDebt } from '../../../people/accounts/server/index.ts';
import { lockBillingForUpdate } from '../../billing/server/index.ts';
import { issueLateFee } from '../../invoices/server/index.ts';
import { lockBalance, portalKey } from '../../ledger/server/index.ts';
import { collectDebt, findCollection } from '../../payments/server/index.ts';
import { localize } from '../texts/localize.ts';
import { type Case, type CaseKey, readCase } from './evaluation/cases.ts';
import { evaluateMonth, type Verdict } from './evaluation/evaluateStep.ts';
import { type Due, dueStep } from './evaluation/plan.ts';
import { type Entry, writeStep } from './log.ts';
import { notifyStep } from './notifications.ts';

type Order = Awaited<ReturnType<typeof collectDebt>>;

/** The name used for stop points. */
const task = 'dunning.step';

/** The operation name in the portal's log. */
export const operation = 'dunning.step';

/**
 * Runs the next due step of a case exactly once, in one transaction with its log entry. Returns
 * false if no further step can be due. Safe to interrupt, repeat and run concurrently. `preloaded` is
 * the case as read earlier. The step runs only if the case is unchanged.
 */
export async function applyNext(ctx: Context, key: CaseKey, preloaded?: Case): Promise<boolean> {
  const before =
    preloaded && stepOf(preloaded)?.step.kind !== 'retry' ? preloaded : await readCase(ctx, key);
  const due = before && stepOf(before);
  if (!before || !due) return false;
  if (due.step.kind !== 'retry') return await applyLocked(ctx, before, due);
  await retry(ctx, before, due);
  return true;
}

const stepOf = (found: Case): Due | null => (found.isOn ? dueStep(found) : null);

/**
 * Returns whether another step may be due: the following step, or the one due now if the case has
 * changed.
 */
async function applyLocked(ctx: Context, before: Case, due: Due): Promise<boolean> {
  const outcome: { after: Case | null } = { after: null };
  await inTransaction(ctx, async (inner) => {
    outcome.after = await applyOne(inner, before, due);
  });
  return outcome.after === null || stepOf(outcome.after) !== null;
}

/** In its own transaction, together with its audit event. */
export const inTransaction = (ctx: Context, work: (ctx: Context) => Promise<void>): Promise<void> =>
  inOwnTransaction(ctx, operation, work);

/** Locks in the same order as a payment: the balance first, then the billing data. */
export async function lockCustomerForUpdate(
  ctx: Context,
  { userId, siteId, company, currency }: Case,
): Promise<void> {
  await lockBalance(ctx, { id: userId, siteId, company }, currency);
  await lockBillingForUpdate(ctx, userId);
}

/**
 * Reads the case again with the customer locked, so that no step runs after a payment. Returns the
 * case after the step, or null if it has changed.
 */
async function applyOne(ctx: Context, before: Case, due: Due): Promise<Case | null> {
  await lockCustomerForUpdate(ctx, before);
  const found = await readCase(ctx, before);
  const current = found && stepOf(found);
  if (!found || current?.key !== due.key || found.document.id !== before.document.id) return null;
  const verdict = await runStep(ctx, found, current, evaluateMonth(found, current.step));
  if (!(await writeStep(ctx, entryOf(found, current, verdict))))
    throw new Error(`The step ${current.key} was done meanwhile.`);
  stopPoint(task, current.step.kind, 'before');
  note(ctx, found, current, verdict);
  if (verdict.outcome === 'done') await notifyStep(ctx, found, current, verdict);
  await announce(ctx.db, {
    topic: 'billing',
    id: found.userId,
    siteId: found.siteId,
    ownerId: found.userId,
  });
  return { ...found, done: new Map([...found.done, [current.key, found.today]]) };
}

const debt = (number: string) => localize('debt', { number });

/** Runs the step. Returns a different verdict if the account's state turns out to prevent it. */
async function runStep(
  ctx: Context,
  found: Case,
  { key }: Due,
  verdict: Verdict,
): Promise<Verdict> {
  if (verdict.outcome === 'skipped') return verdict;
  const { userId, company, document, currency } = found;
  if (verdict.net !== undefined)
    await issueLateFee(ctx, {
      ...{ document, userId, companyId: company.id, currency, key: keyOf(document.id, key) },
      ...{ amount: verdict.net, isTaxed: found.taxesFees },
    });
  const skippedVerdict: Verdict = {
    outcome: 'skipped',
    reason: 'stateAlready',
    facts: { state: found.accountState },
    amount: null,
  };
  if (verdict.reason === 'suspended' && !(await suspendByDebt(ctx, userId, debt(document.number))))
    return skippedVerdict;
  if (
    verdict.reason === 'terminated' &&
    !(await terminateByDebt(ctx, userId, debt(document.number)))
  )
    return skippedVerdict;
  return verdict;
}

/**
 * Charges the saved payment method, outside of any transaction and with a key of the step, so that
 * a repetition after a crash gets the same payment. Records the result whether or not the document
 * was paid. Throws if the provider doesn't respond, and is repeated later.
 */
async function retry(ctx: Context, found: Case, due: Due): Promise<void> {
  const verdict =
    found.methodProblem === null ? await charge(ctx, found, due) : evaluateMonth(found, due.step);
  stopPoint(task, 'retry', 'after');
  await inTransaction(ctx, async (inner) => {
    if (!(await writeStep(inner, entryOf(found, due, verdict)))) return;
    note(inner, found, due, verdict);
    await announce(inner.db, {
      topic: 'billing',
      id: found.userId,
      siteId: found.siteId,
      ownerId: found.userId,
    });
  });
}

async function charge(ctx: Context, found: Case, { key }: Due): Promise<Verdict> {
  const { userId, company, document } = found;
  try {
    return verdictOf(
      await collectDebt(ctx, { id: userId, company }, keyOf(document.id, key), true),
    );
  } catch (error) {
    const firstReason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!firstReason || firstReason.name === 'paymentProviderAway') throw error;
    const problemTexts = eachLanguage((language) =>
      render(firstReason.name, language, firstReason.values),
    );
    return { outcome: 'skipped', reason: 'unusable', facts: problemTexts, amount: null };
  }
}

/** The idempotency key of the step at the provider. */
const keyOf = (documentId: string, key: string): string => portalKey('dunning', documentId, key);

function verdictOf({ amount, currency, digits, problem, state }: Order): Verdict {
  const reason = ({ 3: 'paid', 4: 'declined' } as const)[state as 3 | 4] ?? 'onItsWay';
  return {
    outcome: 'done',
    reason,
    facts: { amount: padded(amount, digits), currency, problem },
    amount,
  };
}

/**
 * Reads the result of a charge whose step was interrupted before it was recorded. Null if no charge
 * was requested.
 */
export async function chargeOf(
  ctx: Context,
  userId: string,
  documentId: string,
  key: string,
): Promise<Verdict | null> {
  const order = await findCollection(ctx, userId, keyOf(documentId, key));
  return order && verdictOf(order);
}

const entryOf = (
  found: Case,
  { key, step, on }: Due,
  { outcome, reason, facts }: Verdict,
): Entry => ({
  ...{
    companyId: found.companyId,
    userId: found.userId,
    documentId: found.document.id,
    step: key,
    kind: step.kind,
  },
  ...{ plannedOn: on, doneOn: found.today, outcome, reason, facts },
});

const note = (ctx: Context, found: Case, { key, on }: Due, { outcome, reason }: Verdict) =>
  ctx.note({
    ...{ targetType: 'user', targetId: found.userId, after: { dunning: key, outcome } },
    detail: {
      document: found.document.number,
      dueOn: found.document.dueOn,
      plannedOn: on,
      unpaid: found.unpaid,
      reason,
    },
  });
