import { sql } from 'kysely';
import * as z from 'zod';
import { UserError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import {
  defineTask,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { announceUser } from '../../../users/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { checkBilling } from '../billingState.ts';
import { createDepositRequest } from '../depositRequests.ts';
import { type Account, changeDenialReason, lockAccountForUpdate } from '../find.ts';
import type { TransitionActor } from '../states/machine.ts';
import { applyToAccount, type Detail, type Kind, type Snapshot, snapshotOf } from './kinds.ts';

const input = z.strictObject({ batchId: z.uuid() });
type Input = z.output<typeof input>;

interface Batch {
  kind: Kind;
  detail: Detail;
  isUndo: boolean;
  /** The user who started the batch, even when acting on behalf of another user. */
  personId: string;
}

interface Line {
  position: number;
  userId: string;
  before: Snapshot | null;
}

/**
 * Processes each account in its own transaction, so that a rejected account doesn't block the
 * others, and none is processed twice after a crash.
 */
async function runBatch(task: TaskContext<Input>): Promise<void> {
  const { batchId } = task.input;
  const batch = await readBatch(task.ctx, batchId);
  const { rows: countRows } = await sql<{ total: number }>`
    select count(*)::integer as total from account_batch_line where batch_id = ${batchId}`.execute(
    task.ctx.db,
  );
  const total = countRows[0]?.total ?? 0;
  const { rows: lines } = await sql<Line>`
    select position, user_id as "userId", before from account_batch_line where batch_id = ${batchId} and state = 'waiting' order by position`.execute(
    task.ctx.db,
  );
  let done = total - lines.length;
  for (const line of lines) {
    task.signal.throwIfAborted();
    await task.write((ctx) => runOnAccount(requireActor(ctx), batchId, batch, line));
    done += 1;
    task.progress(Math.round((100 * done) / Math.max(1, total)));
  }
  await warnAboutRefused(task);
}

/** A batch always belongs to a user. The portal itself starts none. */
function requireActor(ctx: Context): SignedInContext {
  if (!ctx.actor) throw new Error('A batch of accounts has nobody who asked for it.');
  return ctx as SignedInContext;
}

async function runOnAccount(
  ctx: SignedInContext,
  batchId: string,
  batch: Batch,
  line: Line,
): Promise<void> {
  const account = await lockAccountForUpdate(ctx, line.userId);
  const result = await attempt(ctx, account, { ...batch, batchId }, line);
  await sql`
    update account_batch_line set state = ${result.state}, note = ${result.note.slice(0, 2000)},
      before = coalesce(before, ${result.before && JSON.stringify(result.before)}::jsonb), after = ${result.after && JSON.stringify(result.after)}::jsonb
    where batch_id = ${batchId} and position = ${line.position}`.execute(ctx.db);
  if (account && result.state === 'done') await announceUser(ctx, account);
}

interface Result {
  state: 'done' | 'asked' | 'refused';
  note: string;
  before: Snapshot | null;
  after: Snapshot | null;
}

/** Evaluates the current state of the account, not its state when the batch was checked. */
async function attempt(
  ctx: SignedInContext,
  account: Account | null,
  batch: Batch & { batchId: string },
  line: Line,
): Promise<Result> {
  const rejectedResult = (note: string): Result => ({
    state: 'refused',
    note,
    before: null,
    after: null,
  });
  if (!account) return rejectedResult(userGone[ctx.language]);
  const denialReason = changeDenialReason(ctx, account);
  if (denialReason) return rejectedResult(denialReason[ctx.language]);
  try {
    if (
      batch.kind === 'forceDeposit' &&
      !batch.isUndo &&
      (await mustWaitForOther(ctx, account, batch, line))
    )
      return { state: 'asked', note: '', before: null, after: null };
    const { after, notes } = await applyToAccount(ctx, account, {
      ...batch,
      before: batch.isUndo ? line.before : null,
    });
    return { state: 'done', note: notes.join(' '), before: snapshotOf(account), after };
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    return rejectedResult(render(reason.name, ctx.language, reason.values));
  }
}

/** Whether second approval is required. Throws errors that apply regardless of approval. */
async function mustWaitForOther(
  ctx: SignedInContext,
  account: Account,
  batch: Batch & { batchId: string },
  line: Line,
): Promise<boolean> {
  const { batchId, detail, personId } = batch;
  await checkBilling(ctx, account.id, {
    event: 'forceDeposit',
    by: ctx.actor.role as TransitionActor,
  });
  const lineKey = { batchId, position: line.position };
  const approvalId = await createDepositRequest(ctx, {
    userId: account.id,
    siteId: account.siteId,
    reason: detail.reason,
    personId,
    place: lineKey,
  });
  return approvalId !== null;
}

const userGone: LocalizedText = localize('gone');

async function readBatch(ctx: Pick<Context, 'db'>, batchId: string): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select kind, detail, undoes is not null as "isUndo", person_id as "personId" from account_batch where id = ${batchId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Error(`There is no batch ${batchId}.`);
  return rows[0];
}

async function warnAboutRefused(task: TaskContext<Input>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_batch_line where batch_id = ${task.input.batchId} and (state = 'refused' or note <> '')`.execute(
    task.ctx.db,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  await task.warn(localize('task.warnOfRefused.accountsHadErrorsSee', { count }));
}

const titles: Record<Kind, (count: string) => LocalizedText> = {
  suspend: (count) => localize('suspend', { count }),
  resume: (count) => localize('resume', { count }),
  terminate: (count) => localize('terminate', { count }),
  forceDeposit: (count) => localize('forceDeposit', { count }),
};

const taskOf = (kind: Kind): TaskType<Input> =>
  defineTask<Input>({
    type: `account.${kind}`,
    title: (_input, { name }) => titles[kind](name),
    input,
    isCancellable: true,
    steps: [
      {
        name: 'accounts',
        title: localize('task.steps.processingAccounts'),
        do: runBatch,
      },
    ],
  });

export const batchTasks: Record<Kind, TaskType<Input>> = {
  suspend: taskOf('suspend'),
  resume: taskOf('resume'),
  terminate: taskOf('terminate'),
  forceDeposit: taskOf('forceDeposit'),
};
