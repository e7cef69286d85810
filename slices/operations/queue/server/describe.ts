import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { denialReasonFor, hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { cancelProblem } from '../../../../server/platform/tasks/cancelTask.ts';
import { localizedText, readFailure } from '../../../../server/platform/tasks/failure.ts';
import type { queueCommand, queueItem } from '../contract.ts';
import type { StepRow, TaskRow } from './store.ts';

type QueueItem = z.input<typeof queueItem>;

/**
 * Returns a task for the viewer: localized, with the allowed actions and the estimated remaining
 * time.
 */
export function describeTask(
  ctx: Context,
  row: TaskRow,
  usualSeconds: ReadonlyMap<string, number>,
): QueueItem {
  return {
    id: row.id,
    dtCreate: row.created_at.toISOString(),
    dtExecute: toIsoString(row.executed_at),
    dtComplete: toIsoString(row.completed_at),
    serviceName: row.target_name,
    commandInfo: localizedText(row.title, ctx.language),
    exitCode: row.exit_code,
    progress: row.progress,
    warn: row.warn === null ? null : localizedText(row.warn, ctx.language),
    type: row.type,
    state: row.state,
    isCancelRequested: row.is_cancel_requested,
    isStuck: row.is_stuck,
    target: { type: row.target_type, id: row.target_id },
    createdBy: row.creator ?? ctx.site.systemName,
    remainingSeconds: remainingSeconds(row, usualSeconds.get(row.type), ctx.clock.now()),
    actions: { cancel: cancelAction(ctx, row) },
  };
}

/**
 * Returns the estimated remaining seconds. Null if the task isn't running, has taken longer than
 * usual, or its usual duration is unknown.
 */
export function remainingSeconds(
  row: Pick<TaskRow, 'state' | 'executed_at'>,
  usualSeconds: number | undefined,
  now: Date,
): number | null {
  if (row.state !== 'running' || row.executed_at === null || usualSeconds === undefined)
    return null;
  const remaining = usualSeconds - (now.getTime() - row.executed_at.getTime()) / 1000;
  return remaining < 0 ? null : Math.ceil(remaining);
}

function cancelAction(ctx: Context, row: TaskRow): QueueItem['actions']['cancel'] {
  if (!hasPermission(ctx, 'tasks.cancel'))
    return {
      isAllowed: false,
      reason: render('notAllowed', ctx.language, { permission: 'tasks.cancel' }),
    };
  const requiredRight = requiredRightFor('tasks.cancel');
  const denialReason = denialReasonFor(row, requiredRight);
  if (denialReason)
    return {
      isAllowed: false,
      reason: render(denialReason, ctx.language, { right: requiredRight, name: row.target_name }),
    };
  const problem = cancelProblem(row);
  return { isAllowed: problem === null, reason: problem?.[ctx.language] ?? null };
}

export function describeStep(
  ctx: Context,
  step: StepRow,
): z.input<typeof queueCommand>['steps'][number] {
  return {
    name: step.name,
    title: localizedText(step.title, ctx.language),
    state: step.state,
    dtStart: toIsoString(step.started_at),
    dtEnd: toIsoString(step.ended_at),
  };
}

export function describeFailure(
  ctx: Context,
  row: TaskRow,
): z.input<typeof queueCommand>['failure'] {
  return row.failure && row.state === 'failed'
    ? readFailure(row.failure, { cmdId: row.id, isStuck: row.is_stuck }, ctx.language)
    : null;
}

const toIsoString = (at: Date | null): string | null => at?.toISOString() ?? null;
