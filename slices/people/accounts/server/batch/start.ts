import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { signedInUserId } from '../../../../../server/platform/access/signedInUser.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import type { accountEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { awaitsSecondApproval, previewDepositRequests } from '../depositRequests.ts';
import { type Account, changeDenialReason, findAccounts, matchesInput } from '../find.ts';
import { type Detail, effectsOf, eventOf, type Kind, stateProblem } from './kinds.ts';
import { type BatchEntry, maxLines, readLines } from './lines.ts';
import { batchTasks } from './task.ts';

type Answer = z.output<(typeof accountEndpoints)['suspendAccounts']['answer']>;
type Line = Answer['lines'][number];

/**
 * Terminates the accounts of a list if exactly `count` of its lines can be processed. Throws
 * `batchRefused` with the field.
 */
export async function terminateBatch(
  ctx: SignedInContext,
  { count, ...body }: z.output<(typeof accountEndpoints)['terminateAccounts']['body']>,
): Promise<Answer> {
  const answer = await startBatch(ctx, 'terminate', body);
  if (!body.checkOnly && count !== answer.good)
    throw userError('batchRefused', { problem: otherCount(answer.good) }, 'count');
  return answer;
}

/**
 * Reports the effect on each account in the list. Without `checkOnly`, a task processes all valid
 * lines.
 */
export async function startBatch(
  ctx: SignedInContext,
  kind: Kind,
  { list, checkOnly, ...detail }: { list: string; checkOnly: boolean } & Detail,
): Promise<Answer> {
  const entries = readLines(list);
  if (entries.length === 0)
    throw userError('batchRefused', { problem: noMatchingAccounts }, 'list');
  if (entries.length > maxLines) throw userError('batchRefused', { problem: tooMany }, 'list');
  const lines = await plan(ctx, kind, detail, entries);
  if (checkOnly && kind === 'forceDeposit') await addApprovalNotes(ctx, lines);
  const validLines = lines.filter(({ problem }) => problem === null);
  const summary = {
    checkOnly,
    good: validLines.length,
    bad: lines.length - validLines.length,
    lines,
  };
  if (checkOnly) {
    ctx.note({ detail: { checkOnly: true, accounts: lines.length } });
    return { ...summary, batchId: null, cmdId: null };
  }
  if (validLines.length === 0) throw userError('batchRefused', { problem: noneEligible }, 'list');
  const userIds = validLines.map(({ userId }) => userId ?? '');
  return {
    ...summary,
    ...(await startAccountBatch(
      ctx,
      kind,
      detail,
      userIds.map((userId) => ({ userId, before: null })),
      null,
    )),
  };
}

async function plan(
  ctx: SignedInContext,
  kind: Kind,
  detail: Detail,
  entries: readonly BatchEntry[],
): Promise<Line[]> {
  const found = await findAccounts(
    ctx,
    entries.map((line) => line.given),
  );
  const seen = new Set<string>();
  const lines: Line[] = [];
  for (const line of entries) {
    const matching = found.filter((account) => matchesInput(account, line.given));
    const account = matching[0];
    const problem = problemOf(
      ctx,
      {
        account,
        isAmbiguous: matching.length > 1,
        isRepeated: account !== undefined && seen.has(account.id),
      },
      kind,
      detail,
    );
    if (account) seen.add(account.id);
    const matchedAccount =
      account && matching.length === 1
        ? { userId: account.id, email: account.email, site: account.site }
        : emptyResult;
    const effects = problem === null && account ? await effectsOf(ctx, account, kind, detail) : [];
    lines.push({ ...line, ...matchedAccount, problem: problem?.[ctx.language] ?? null, effects });
  }
  return lines;
}

const emptyResult = { userId: null, email: null, site: null };

/** Adds the note that second approval is required to the effects of the lines that need it. */
async function addApprovalNotes(ctx: SignedInContext, lines: Line[]): Promise<void> {
  const userIds = lines.flatMap(({ problem, userId }) =>
    problem === null && userId ? [userId] : [],
  );
  const needingApproval = await previewDepositRequests(ctx, userIds);
  for (const { userId, effects } of lines)
    if (userId && needingApproval.has(userId)) effects.push(awaitsSecondApproval[ctx.language]);
}

function problemOf(
  ctx: SignedInContext,
  {
    account,
    isAmbiguous,
    isRepeated,
  }: { account: Account | undefined; isAmbiguous: boolean; isRepeated: boolean },
  kind: Kind,
  detail: Detail,
): LocalizedText | null {
  if (!account) return unknown;
  if (isAmbiguous) return ambiguous;
  if (isRepeated) return repeated;
  return (
    changeDenialReason(ctx, account) ??
    stateProblem(
      ctx,
      account,
      eventOf({ kind, detail, isUndo: false, state: account.state, before: null }),
    )
  );
}

const otherCount = (count: number): LocalizedText => localize('otherCount', { good: count });
const noMatchingAccounts: LocalizedText = localize('nobody');
const tooMany: LocalizedText = localize('tooMany', { maxLines });
const noneEligible: LocalizedText = localize('noneFits');
const unknown: LocalizedText = localize('unknown');
const ambiguous: LocalizedText = localize('ambiguous');
const repeated: LocalizedText = localize('repeated');

/** Stores the batch with its lines and starts the task, in the transaction of the call. */
export async function startAccountBatch(
  ctx: SignedInContext,
  kind: Kind,
  detail: Detail,
  lines: readonly { userId: string; before: unknown }[],
  undoneBatchId: string | null,
): Promise<{ batchId: string; cmdId: number }> {
  const { rows } = await sql<{ id: string }>`
    insert into account_batch (kind, site_id, created_by, person_id, detail, undoes)
    values (${kind}, ${ctx.actor.siteId}, ${ctx.actor.userId}, ${signedInUserId(ctx)}, ${JSON.stringify(detail)}::jsonb, ${undoneBatchId}) returning id`.execute(
    ctx.db,
  );
  const batchId = rows[0]?.id ?? '';
  await sql`
    insert into account_batch_line (batch_id, position, user_id, before)
    select ${batchId}, line.position, line.user_id, line.before
    from jsonb_to_recordset(${JSON.stringify(lines.map(({ userId, before }, position) => ({ position, user_id: userId, before })))}::jsonb)
      as line (position integer, user_id uuid, before jsonb)`.execute(ctx.db);
  const { cmdId } = await startTask(ctx, batchTasks[kind], {
    input: { batchId },
    target: { type: 'accounts', id: batchId, name: String(lines.length) },
    resource: `accountBatch:${batchId}`,
    siteId: ctx.actor.siteId,
    ownerId: ctx.actor.userId,
  });
  await sql`update account_batch set cmd_id = ${cmdId} where id = ${batchId}`.execute(ctx.db);
  ctx.note({
    targetType: 'accounts',
    targetId: batchId,
    detail: { ...detail, accounts: lines.length, undoes: undoneBatchId },
  });
  return { batchId, cmdId };
}
