import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  denialReasonFor,
  hasPermission,
  requireUnlockedActor,
} from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { findServer, lockServer, serverNames } from '../../servers/server/index.ts';
import type { scheduleEndpoints, scheduleItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { failureTexts } from './failures.ts';
import { nextTimes, parseTimes, type Times, TimesError } from './rules/times.ts';
import { runScheduled } from './run.ts';
import { announceSchedule, lockSchedule, readSchedules, type ScheduleRow } from './store.ts';
import { type RunResult, scheduleTables } from './tables.ts';

type Item = z.output<typeof scheduleItem>;
type CreateInput = z.output<(typeof scheduleEndpoints)['createSchedule']['body']>;
type Change = z.output<(typeof scheduleEndpoints)['updateSchedule']['body']>;

/** Maximum number of schedules per account. */
const schedulesMax = 200;
const nextRunCount = 3;
const previewCount = 5;

/** Throws `scheduleTimesWrong`. */
function parseOrReject(text: string): Times {
  try {
    return parseTimes(text);
  } catch (error) {
    if (error instanceof TimesError)
      throw userError('scheduleTimesWrong', { problem: error.texts }, 'times');
    throw error;
  }
}

/** Returns the next run times. Throws `scheduleTimesWrong` for times that never occur. */
function upcomingTimes(ctx: Context, text: string, timeZone: string, count: number): Date[] {
  const moments = nextTimes(parseOrReject(text), timeZone, ctx.clock.now(), count);
  if (moments.length === 0) throw userError('scheduleTimesWrong', { problem: never }, 'times');
  return moments;
}

const never = localize('never');

export const previewSchedule = (
  ctx: Context,
  { times, timeZone }: { times: string; timeZone: string },
) => ({
  next: upcomingTimes(ctx, times, timeZone, previewCount).map((moment) => moment.toISOString()),
});

/** Lists schedules. With `server`, only those that apply to this server. */
export async function listSchedules(
  ctx: SignedInContext,
  query: ListRequest & { server?: string | undefined },
): Promise<Page<Item>> {
  const server = query.server === undefined ? null : await findServer(ctx, query.server);
  const serverFilter = server && {
    serverId: server.id,
    ownerId: server.ownerId,
    tags: server.tags,
  };
  const page = await readSchedules(ctx, query, serverFilter, (row) => row);
  const names = await serverNames(
    ctx,
    page.items.flatMap(({ serverId }) => serverId ?? []),
  );
  return { ...page, items: page.items.map((row) => present(ctx, row, names)) };
}

function present(ctx: SignedInContext, row: ScheduleRow, names: ReadonlyMap<string, string>): Item {
  const next = row.isEnabled
    ? nextTimes(parseTimes(row.times), row.timeZone, ctx.clock.now(), nextRunCount)
    : [];
  const requiredRight = requiredRightFor('servers.operate');
  const denialReason = hasPermission(ctx, 'servers.operate')
    ? denialReasonFor(row, requiredRight)
    : 'notAllowed';
  const reason =
    denialReason &&
    render(denialReason, ctx.language, {
      right: requiredRight,
      name: row.name,
      permission: 'servers.operate',
    });
  return {
    ...{
      id: row.id,
      name: row.name,
      action: row.action,
      keep: row.keep,
      tag: row.tag,
      times: row.times,
      timeZone: row.timeZone,
    },
    server:
      row.serverId === null ? null : { id: row.serverId, name: names.get(row.serverId) ?? '' },
    ...{
      isEnabled: row.isEnabled,
      owner: row.owner,
      next: next.map((moment) => moment.toISOString()),
    },
    last: row.last && {
      ...{
        dueAt: asMoment(row.last.dueAt),
        ranAt: asMoment(row.last.ranAt),
        state: row.last.state,
      },
      results: row.last.results.map((result) => resultText(ctx, result)),
    },
    trouble: row.trouble && (failureTexts(row.trouble, () => true)?.[ctx.language] ?? null),
    actions: {
      ...{ change: reason, remove: reason, run: reason },
      acknowledge:
        reason ??
        (row.trouble ? null : render('scheduleNotTroubled', ctx.language, { name: row.name })),
    },
  };
}

const asMoment = (text: string) => new Date(text).toISOString();

function resultText(
  ctx: Context,
  { serverId, name, cmdId, refusal }: RunResult,
): NonNullable<Item['last']>['results'][number] {
  return {
    serverId,
    name,
    cmdId,
    problem: refusal && render(refusal.name as CodeName, ctx.language, refusal.values),
  };
}

export async function createSchedule(
  ctx: SignedInContext,
  input: CreateInput,
): Promise<{ id: string }> {
  const invalid = (problem: LocalizedText, key: string) =>
    userError('inputInvalid', { problem }, key);
  if ((input.serverId === undefined) === (input.tag === undefined))
    throw invalid(localize('schedules.createSchedule.chooseEitherServerTag'), 'serverId');
  if ((input.action === 'snapshot') !== (input.keep !== undefined))
    throw invalid(localize('schedules.createSchedule.enterHowManySnapshots'), 'keep');
  const [next] = upcomingTimes(ctx, input.times, input.timeZone, 1);
  const owner = await ownerFor(ctx, input.serverId);
  const db = scheduleTables(ctx.db);
  const mine = await db
    .selectFrom('schedule')
    .select('id')
    .where('owner_id', '=', owner.ownerId)
    .execute();
  if (mine.length >= schedulesMax) throw userError('scheduleLimit', { max: schedulesMax });
  const id = randomUUID();
  const isEnabled = input.isEnabled ?? true;
  await db
    .insertInto('schedule')
    .values({
      ...{
        id,
        owner_id: owner.ownerId,
        site_id: owner.siteId,
        name: input.name,
        action: input.action,
        keep: input.keep ?? null,
      },
      ...{
        server_id: input.serverId ?? null,
        tag: input.tag ?? null,
        cron: input.times,
        time_zone: input.timeZone,
      },
      ...{
        is_enabled: isEnabled,
        next_at: isEnabled ? (next ?? null) : null,
        created_by: ctx.actor.userId,
      },
    })
    .execute();
  ctx.note({ targetType: 'schedule', targetId: id, after: { ...input } });
  await announceSchedule(ctx, { id, ...owner });
  return { id };
}

/** Returns the owner of a schedule: the server's owner, or the creator if it is for a tag. */
async function ownerFor(
  ctx: SignedInContext,
  serverId: string | undefined,
): Promise<{ ownerId: string; siteId: string }> {
  if (serverId !== undefined)
    return await lockServer(ctx, serverId, requiredRightFor('servers.operate'));
  await requireUnlockedActor(ctx);
  return { ownerId: ctx.actor.userId, siteId: ctx.actor.siteId };
}

export async function updateSchedule(
  ctx: SignedInContext,
  scheduleId: string,
  change: Change,
): Promise<void> {
  const before = await lockSchedule(ctx, scheduleId, requiredRightFor('servers.operate'));
  const {
    name = before.name,
    times = before.times,
    timeZone = before.timeZone,
    isEnabled = before.isEnabled,
  } = change;
  const keep = before.action === 'snapshot' ? (change.keep ?? before.keep) : null;
  const [next] = upcomingTimes(ctx, times, timeZone, 1);
  await scheduleTables(ctx.db)
    .updateTable('schedule')
    .set({
      name,
      cron: times,
      time_zone: timeZone,
      keep,
      is_enabled: isEnabled,
      next_at: isEnabled ? (next ?? null) : null,
    })
    // From now on, the schedule runs on behalf of the user who last changed it.
    .set({ created_by: ctx.actor.userId })
    .where('id', '=', scheduleId)
    .execute();
  const {
    id: _id,
    ownerId: _ownerId,
    siteId: _siteId,
    nextAt: _nextAt,
    createdBy: _createdBy,
    ...previous
  } = before;
  ctx.note({
    targetType: 'schedule',
    targetId: scheduleId,
    before: previous,
    after: { ...previous, ...change },
  });
  await announceSchedule(ctx, before);
}

/** Acknowledges a failure, so that it is no longer reported. Throws `scheduleNotTroubled`. */
export async function acknowledgeSchedule(ctx: SignedInContext, scheduleId: string): Promise<void> {
  const schedule = await lockSchedule(ctx, scheduleId, requiredRightFor('servers.operate'));
  const { numUpdatedRows } = await scheduleTables(ctx.db)
    .updateTable('schedule')
    .set({ troubled_run: null })
    .where('id', '=', scheduleId)
    .where('troubled_run', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw userError('scheduleNotTroubled', { name: schedule.name });
  ctx.note({ targetType: 'schedule', targetId: scheduleId });
  await announceSchedule(ctx, schedule);
}

export async function runSchedule(
  ctx: SignedInContext,
  scheduleId: string,
): Promise<{ results: NonNullable<Item['last']>['results'] }> {
  const schedule = await lockSchedule(ctx, scheduleId, requiredRightFor('servers.operate'));
  const results = await runScheduled(ctx, { ...schedule, createdBy: ctx.actor.userId }, true);
  const now = ctx.clock.now();
  await scheduleTables(ctx.db)
    .insertInto('schedule_run')
    .values({
      schedule_id: scheduleId,
      due_at: now,
      ran_at: now,
      state: 'started',
      results: JSON.stringify(results),
    })
    .execute();
  ctx.note({ targetType: 'schedule', targetId: scheduleId, detail: { servers: results.length } });
  await announceSchedule(ctx, schedule);
  return { results: results.map((result) => resultText(ctx, result)) };
}

export async function deleteSchedule(ctx: SignedInContext, scheduleId: string): Promise<void> {
  const schedule = await lockSchedule(ctx, scheduleId, requiredRightFor('servers.operate'));
  await scheduleTables(ctx.db).deleteFrom('schedule').where('id', '=', scheduleId).execute();
  ctx.note({
    targetType: 'schedule',
    targetId: scheduleId,
    before: { name: schedule.name, times: schedule.times },
  });
  await announceSchedule(ctx, schedule);
}
