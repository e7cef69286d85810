import { sql } from 'kysely';
import { UserError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import { type OwnedServer, ownedServers } from '../../../users/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { depositColumns } from '../billingState.ts';
import type { Account } from '../find.ts';
import { type AccountEvent, type AccountState, accountMachine } from '../states/account.ts';
import { type BillingState, billingMachine } from '../states/billing.ts';
import { applyTransition, next, type TransitionActor, titleOf } from '../states/machine.ts';
import {
  claimSuspendedServers,
  countSuspendedServers,
  mustWaitForParent,
  parentStillSuspended,
} from './suspendedServers.ts';

export type Kind = 'suspend' | 'resume' | 'terminate' | 'forceDeposit';
export interface Detail {
  reason: string;
  cause?: 'policy' | 'billing';
}

/** The changed fields of an account, stored for undoing. */
export interface Snapshot {
  state: AccountState;
  billing: BillingState;
  isEnabled: boolean;
}

export const snapshotOf = ({ state, billing, isEnabled }: Account): Snapshot => ({
  state,
  billing,
  isEnabled,
});

type Event =
  | { machine: 'account'; event: AccountEvent }
  | { machine: 'billing'; event: 'forceDeposit' | 'liftDeposit' };

/** The inputs that determine the event for an account. */
interface Case {
  kind: Kind;
  detail: Detail;
  isUndo: boolean;
  /** The current state of the account. */
  state: AccountState;
  /** The state that an undo restores. */
  before: Snapshot | null;
}

export function eventOf({ kind, detail, isUndo, state, before }: Case): Event {
  if (kind === 'forceDeposit')
    return { machine: 'billing', event: isUndo ? 'liftDeposit' : 'forceDeposit' };
  if (kind === 'terminate') return { machine: 'account', event: isUndo ? 'unlock' : 'lock' };
  if (kind === 'suspend' && !isUndo)
    return {
      machine: 'account',
      event: detail.cause === 'billing' ? 'suspendBilling' : 'suspendPolicy',
    };
  if (kind === 'resume' && isUndo && before?.state === 'Locked')
    return { machine: 'account', event: 'lock' };
  if (kind === 'resume' && isUndo)
    return {
      machine: 'account',
      event: before?.state === 'Suspended-Billing' ? 'suspendBilling' : 'suspendPolicy',
    };
  return { machine: 'account', event: state === 'Locked' ? 'unlock' : 'resume' };
}

/** Why the batch can't be applied to the account. Null if it can. */
export function stateProblem(
  ctx: SignedInContext,
  account: Account,
  { machine, event }: Event,
): LocalizedText | null {
  const by = ctx.actor.role as TransitionActor;
  const move =
    machine === 'account'
      ? next(accountMachine, account.state, event as AccountEvent, by)
      : next(billingMachine, account.billing, event as 'forceDeposit', by);
  return move.isAllowed ? null : move.problem;
}

const runningServers = (servers: readonly OwnedServer[]) =>
  servers.filter(({ state, power }) => state === 'live' && power === 'on');
const outsideTrash = (servers: readonly OwnedServer[]) =>
  servers.filter(({ state }) => state !== 'bin');

/** The effects of the batch, for the dry run. */
export async function effectsOf(
  ctx: SignedInContext,
  account: Account,
  kind: Kind,
  detail: Detail,
): Promise<string[]> {
  const { language } = ctx;
  const event = eventOf({ kind, detail, isUndo: false, state: account.state, before: null });
  const by = ctx.actor.role as TransitionActor;
  if (event.machine === 'billing') {
    const move = next(billingMachine, account.billing, event.event, by);
    const to = move.isAllowed ? titleOf(billingMachine, move.to)[language] : '';
    return [
      `${titleOf(billingMachine, account.billing)[language]} ${arrow[language]} ${to}`,
      untilPaid[language],
    ];
  }
  const move = next(accountMachine, account.state, event.event, by);
  const to = move.isAllowed ? titleOf(accountMachine, move.to)[language] : '';
  const description = `${titleOf(accountMachine, account.state)[language]} ${arrow[language]} ${to}`;
  if (kind === 'resume' && (await mustWaitForParent(ctx, account)))
    return [description, parentStillSuspended[language]];
  const servers = await singleContribution(ctx, ownedServers).ofOwners(ctx, [account.id]);
  const affected: Record<Exclude<Kind, 'forceDeposit'>, LocalizedText> = {
    suspend: turnedOff(runningServers(servers).length),
    resume: turnedOn(kind === 'resume' ? await countSuspendedServers(ctx, account.id) : 0),
    terminate: binned(outsideTrash(servers).length),
  };
  const subAccountNotes =
    account.children > 0 && kind !== 'resume' ? [childrenStay(account.children)[language]] : [];
  return [
    description,
    affected[kind as 'suspend'][language],
    ...(kind === 'terminate' ? [shutOut[language]] : []),
    ...subAccountNotes,
  ];
}

/** Points in the reading direction. */
const arrow: LocalizedText = localize('arrow');
const turnedOff = (n: number): LocalizedText => localize('turnedOff', { n });
const turnedOn = (n: number): LocalizedText => localize('turnedOn', { n });
const binned = (n: number): LocalizedText => localize('binned', { n });
const shutOut = localize('shutOut');
const childrenStay = (n: number): LocalizedText => localize('childrenStay', { n });
const untilPaid: LocalizedText = localize('untilPaid');

/**
 * Applies the batch to a locked account. Returns the account afterwards and everything that could
 * not be completed.
 */
export async function applyToAccount(
  ctx: SignedInContext,
  account: Account,
  order: { kind: Kind; detail: Detail; isUndo: boolean; before: Snapshot | null },
  by: TransitionActor = ctx.actor.role as TransitionActor,
): Promise<{ after: Snapshot; notes: string[] }> {
  const event = eventOf({ ...order, state: account.state });
  const notification = { email: account.email, by, language: ctx.language };
  const after = snapshotOf(account);
  if (event.machine === 'billing')
    after.billing = applyTransition(
      billingMachine,
      { ...notification, state: account.billing },
      event.event,
      account.depositFrom ?? undefined,
    );
  else
    after.state = applyTransition(
      accountMachine,
      { ...notification, state: account.state },
      event.event,
      order.before?.state,
    );
  if (order.isUndo && order.before) after.isEnabled = order.before.isEnabled;
  else if (order.kind === 'terminate') after.isEnabled = false;
  else if (event.event === 'unlock') after.isEnabled = true;
  await writeAccount(ctx, account, after, order.detail.reason);
  if (event.machine === 'billing') return { after, notes: [] };
  const notes = await moveServers(ctx, account, order.kind, order.isUndo);
  return { after, notes };
}

async function writeAccount(
  ctx: SignedInContext,
  account: Account,
  after: Snapshot,
  reason: string,
): Promise<void> {
  const isOk = after.state === 'Ok';
  const at = ctx.clock.now();
  await ctx.db
    .updateTable('user_account')
    .set({
      ...{ account_state: after.state, billing_state: after.billing, is_enabled: after.isEnabled },
      ...depositColumns(account.billing, after.billing, at),
      ...(after.state === account.state
        ? {}
        : { account_state_at: at, account_state_reason: isOk ? '' : reason }),
      ...(after.isEnabled === account.isEnabled
        ? {}
        : {
            disabled_at: after.isEnabled ? null : at,
            disabled_by: after.isEnabled ? null : ctx.actor.userId,
          }),
    })
    .where('id', '=', account.id)
    .execute();
  if (after.state === 'Locked' || !after.isEnabled) await disconnectUser(ctx.db, account.id);
  ctx.note({
    targetType: 'user',
    targetId: account.id,
    before: snapshotOf(account),
    after,
    detail: { reason },
  });
}

/**
 * Turns off running servers and records them, turns recorded ones back on (including those of
 * sub-accounts that waited for this account), or moves servers to the Trash and restores them.
 */
async function moveServers(
  ctx: SignedInContext,
  account: Account,
  kind: Kind,
  isUndo: boolean,
): Promise<string[]> {
  const servers = singleContribution(ctx, ownedServers);
  const owned = await servers.ofOwners(ctx, [account.id]);
  if (kind === 'terminate') {
    if (!isUndo)
      return await forEachServer(outsideTrash(owned), ctx, (server) =>
        servers.terminate(ctx, server.id),
      );
    return await forEachServer(
      owned.filter(({ state }) => state === 'bin'),
      ctx,
      (server) => servers.restore(ctx, server.id),
    );
  }
  if ((kind === 'suspend') !== isUndo) {
    const on = runningServers(owned);
    for (const { id } of on)
      await sql`insert into account_suspended_server (user_id, server_id) values (${account.id}, ${id}) on conflict do nothing`.execute(
        ctx.db,
      );
    return await forEachServer(on, ctx, (server) => servers.turnOff(ctx, server.id));
  }
  if (await mustWaitForParent(ctx, account)) return [parentStillSuspended[ctx.language]];
  return await forEachServer(await claimSuspendedServers(ctx, account.id), ctx, (server) =>
    servers.turnOnAgain(ctx, server.id),
  );
}

/**
 * Processes the items in sorted order, so that concurrent batches can't deadlock. Rejected items
 * are reported and don't stop the rest.
 */
async function forEachServer(
  servers: readonly OwnedServer[],
  ctx: SignedInContext,
  work: (server: OwnedServer) => Promise<unknown>,
): Promise<string[]> {
  const notes: string[] = [];
  for (const server of [...servers].sort((a, b) => a.id.localeCompare(b.id))) {
    try {
      await work(server);
    } catch (error) {
      const reason = error instanceof UserError ? error.reasons[0] : undefined;
      if (!reason) throw error;
      notes.push(`${server.name}: ${render(reason.name, ctx.language, reason.values)}`);
    }
  }
  return notes;
}
