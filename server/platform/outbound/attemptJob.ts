import type { Logger } from 'pino';
import { storedProblem, vendorProblem } from '../../../drivers/problem.ts';
import { clock } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { isDatabaseUnavailable } from '../database/isDatabaseUnavailable.ts';
import { withDb } from '../http/callContext.ts';
import { readSite } from '../sites/sites.ts';
import { systemContext } from '../systemContext.ts';
import {
  type BreakerKey,
  enterDestination,
  recordRateLimited,
  recordUnavailable,
  recordWorking,
} from './breaker.ts';
import type { Visit } from './busyDestinations.ts';
import {
  type ClaimedJob,
  recordDestination,
  releaseJob,
  type Settlement,
  settleJob,
} from './jobs.ts';
import type { Destination, Outbound, Receipt } from './outbound.ts';
import { OutboundFailure, outboundFailureOf, outboundReasons } from './outboundFailure.ts';
import { nextTryAt } from './retryPolicy.ts';

interface JobToAttempt {
  outbound: Outbound;
  job: ClaimedJob;
  visit: Visit;
  log: Logger;
}

/**
 * Attempts a claimed job once and records the outcome. Returns the job to the queue without an
 * attempt if its destination is busy or its circuit breaker is open.
 */
export async function attemptJob(services: Services, parts: JobToAttempt): Promise<void> {
  const { job, log } = parts;
  const { db } = services.database;
  const ctx = systemContext(services, { site: await readSite(db, job.site_id), log });
  const outcome = await tryJob(ctx, parts);
  if (outcome === 'released') await releaseJob(db, job);
  else await recordOutcome(ctx, parts, outcome);
}

interface Outcome {
  settlement: Settlement;
  result: Receipt | null;
  failure: OutboundFailure | null;
}

async function tryJob(ctx: Context, parts: JobToAttempt): Promise<Outcome | 'released'> {
  const { outbound, job, visit } = parts;
  const found = await catchFailure(() => outbound.destination(ctx, job.payload));
  if (found instanceof OutboundFailure) return failureOutcome(parts, found);
  if (!found) return { settlement: keptSettlement, result: null, failure: null };
  await recordDestination(ctx.db, job, found);
  if (!visit.enter(found.key)) return 'released';
  const key = { type: outbound.type.name, key: found.key };
  const access = await enterDestination(ctx.db, key, clock.now(), outbound.leaseMs);
  if (access === 'open') return 'released';
  return await sendTo(ctx, parts, found, { ...key, isProbe: access === 'probe' });
}

type Breaker = BreakerKey & { isProbe: boolean };

async function sendTo(
  ctx: Context,
  parts: JobToAttempt,
  { route }: Destination<unknown>,
  breaker: Breaker,
): Promise<Outcome> {
  const { outbound, job } = parts;
  const attempt = { route, idempotencyKey: job.key, number: job.attempts };
  const result = await catchFailure(() => outbound.send(ctx, job.payload, attempt));
  if (result instanceof OutboundFailure) {
    await recordFailure(ctx, outbound, breaker, result);
    return failureOutcome(parts, result);
  }
  await recordWorking(ctx.db, breaker);
  return { settlement: sent(result), result, failure: null };
}

/**
 * The slice's result, or its failure. Throws if the database is unavailable, so that the job's
 * lease expires and the job is retried.
 */
async function catchFailure<T>(work: () => Promise<T>): Promise<T | OutboundFailure> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutboundFailure) && isDatabaseUnavailable(error)) throw error;
    return outboundFailureOf(error);
  }
}

const keptSettlement: Settlement = {
  state: 'kept',
  nextTryAt: null,
  reason: outboundReasons.notConnected,
  detail: '',
};

const sent = ({ note = '' }: Receipt): Settlement => ({
  state: 'sent',
  nextTryAt: null,
  reason: null,
  detail: storedProblem(vendorProblem(note)),
});

function failureOutcome({ outbound, job, log }: JobToAttempt, failure: OutboundFailure): Outcome {
  report(log, job, failure);
  const { kind, reason, detail, retryAfterMs } = failure;
  const { attempts, queued_at: queuedAt } = job;
  const next =
    kind === 'permanent'
      ? null
      : nextTryAt(outbound.retry, { attempts, queuedAt, retryAfterMs }, clock.now());
  return {
    settlement: { state: next ? 'waiting' : 'failed', nextTryAt: next, reason, detail },
    ...{ result: null, failure },
  };
}

function report(log: Logger, job: ClaimedJob, failure: OutboundFailure): void {
  const logFields = { job: job.id, type: job.type };
  if (failure.reason === outboundReasons.unexpected)
    log.error({ ...logFields, err: failure.cause }, 'An outbound job couldn’t be prepared');
  else log.warn({ ...logFields, problem: failure.message }, 'An outbound job wasn’t delivered');
}

/**
 * Records a failed attempt. A destination that responds counts as working, even if it rejects the
 * job.
 */
async function recordFailure(
  { db }: Context,
  { breaker: policy, retry }: Outbound,
  breaker: Breaker,
  { kind, retryAfterMs }: OutboundFailure,
): Promise<void> {
  const now = clock.now();
  if (kind === 'unavailable')
    return await recordUnavailable(db, breaker, policy, { isProbe: breaker.isProbe, now });
  if (kind !== 'rateLimited') return await recordWorking(db, breaker);
  const pauseMs = retryAfterMs ?? retry.pausesMs[0] ?? policy.restMs;
  await recordRateLimited(db, breaker, new Date(now.getTime() + pauseMs));
}

/** Records the outcome in the same transaction as the slice's own data about it. */
async function recordOutcome(
  ctx: Context,
  { outbound, job }: JobToAttempt,
  { settlement, result, failure }: Outcome,
): Promise<void> {
  await ctx.db.transaction().execute(async (transaction) => {
    const inner = withDb(ctx, transaction);
    if (!(await settleJob(inner.db, job, settlement, clock.now()))) return;
    const status = { ...settlement, attempts: job.attempts, failure };
    await outbound.onChange?.(inner, job.payload, status, result);
  });
}
