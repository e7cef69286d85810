import { sql } from 'kysely';
import type * as z from 'zod';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { monthToDateCost } from '../../../../server/platform/dashboard/hooks.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import { describeDevice, locationOf } from '../../../../server/platform/origin/index.ts';
import { listLoginEvents } from '../../credentials/server/index.ts';
import { paymentTypeTitle } from '../contract/paymentTypes.ts';
import type { userDetail, userEndpoints } from '../contract.ts';
import { readUserResources } from './actions/remove.ts';
import { presentUser } from './list.ts';
import { grantableRoles, roleProblem } from './rules/userScope.ts';
import { findUser } from './store.ts';

type Detail = z.output<typeof userDetail>;
type Billing = z.output<(typeof userEndpoints)['userBilling']['answer']>;
type Signup = z.output<(typeof userEndpoints)['userSignup']['answer']>;

interface More {
  stateReason: string;
  stateSince: Date | null;
  billingState: number;
  externalState: number;
  paymentType: string;
  disabledAt: Date | null;
  disabledBy: string | null;
  passwordChangedAt: Date | null;
  app: boolean;
  email: boolean;
  sms: boolean;
  allowedIps: boolean;
}

/** The data of a user's detail screen. Throws `notFound`. */
export async function readUser(ctx: SignedInContext, userId: string): Promise<Detail> {
  const user = await findUser(ctx, userId);
  const more = await readUserDetails(ctx, userId);
  const { app, email, sms, allowedIps, ...rest } = more;
  const isOwn = user.id === ctx.actor.userId;
  return {
    ...presentUser(ctx, user),
    ...{ firstName: user.firstName, lastName: user.lastName, language: user.language },
    ...rest,
    stateSince: rest.stateSince?.toISOString() ?? null,
    disabledAt: rest.disabledAt?.toISOString() ?? null,
    passwordChangedAt: rest.passwordChangedAt?.toISOString() ?? null,
    childAccounts: await listSubAccounts(ctx, userId),
    givableRoles: isOwn
      ? []
      : grantableRoles(ctx.actor).filter((role) => roleProblem(ctx.actor, role, user) === null),
    tfa: { app, email, sms, allowedIps },
  };
}

async function readUserDetails(ctx: SignedInContext, userId: string): Promise<More> {
  const { rows } = await sql<More>`
    select account_state_reason as "stateReason", account_state_at as "stateSince", billing_state as "billingState",
      external_state as "externalState", payment_type as "paymentType", disabled_at as "disabledAt",
      account_email(u.disabled_by) as "disabledBy", password_changed_at as "passwordChangedAt",
      uses_tfa_app as app, uses_tfa_email as email, uses_tfa_sms as sms, uses_allowed_ips as "allowedIps"
    from user_account u where u.id = ${userId}`.execute(ctx.db);
  return rows[0] as More;
}

/** Returns the sub-accounts. Access to an account includes access to them. */
async function listSubAccounts(
  ctx: SignedInContext,
  userId: string,
): Promise<Detail['childAccounts']> {
  const { rows } = await sql<Detail['childAccounts'][number]>`
    select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, u.is_enabled as "isEnabled", u.is_parent_locked as "isLocked"
    from user_account u where u.parent_id = ${userId} and u.deleted_at is null order by u.email_key limit 200`.execute(
    ctx.db,
  );
  return rows;
}

export async function readServices(ctx: SignedInContext, userId: string) {
  const { servers, groups, spend } = await readUserResources(ctx, await findUser(ctx, userId));
  return { servers, groups, spend };
}

export async function readBilling(ctx: SignedInContext, userId: string): Promise<Billing> {
  await findUser(ctx, userId);
  const { billingState, externalState, paymentType } = await readUserDetails(ctx, userId);
  return {
    ...{
      billingState,
      externalState,
      paymentType,
      paymentTypeTitle: paymentTypeTitle(paymentType, ctx.language),
    },
    choosesPrices: hasPermission(ctx, 'prices.manage'),
    totals: await singleContribution(ctx, monthToDateCost)(ctx, userId),
  };
}

/** How the account was created, by the recorded operation. */
const signupMethods: Record<string, Signup['how']> = {
  createAccount: 'signUp',
  createUser: 'created',
  inviteUsers: 'invited',
  inviteSiteAdmin: 'invited',
};

export async function readSignup(ctx: SignedInContext, userId: string): Promise<Signup> {
  const user = await findUser(ctx, userId);
  const db = portalDb(ctx, 'whoever created or invited the account');
  const { rows } = await sql<{ operation: string; by: string | null; ip: string }>`
    select e.operation, who.email as by, e.ip from audit_entry e left join user_account who on who.id = e.actor_id
    where e.target_type = 'user' and e.target_id = ${userId} and e.outcome = 'done' and e.operation = any(${Object.keys(signupMethods)}::text[])
    order by e.id limit 1`.execute(db);
  const { rows: invitations } = await sql<{ at: Date | null }>`
    select max(e.at) as at from audit_entry e
    where e.target_type = 'user' and e.target_id = ${userId} and e.outcome = 'done' and e.operation = any(array['inviteUser', 'inviteUsers', 'inviteSiteAdmin'])`.execute(
    db,
  );
  const { rows: sites } = await sql<{
    sign_up: number;
  }>`select sign_up from site where id = ${user.siteId}`.execute(ctx.db);
  const origin = rows[0];
  return {
    createdAt: user.createdAt.toISOString(),
    how: origin ? (signupMethods[origin.operation] ?? null) : null,
    by: origin?.operation === 'createAccount' ? null : (origin?.by ?? null),
    ip: origin?.ip ?? '',
    isEmailValidated: user.isEmailValidated,
    isWaiting: !user.hasPassword && user.lastLoginAt === null,
    lastInvitedAt: invitations[0]?.at?.toISOString() ?? null,
    ...{ site: user.site, signUpPolicy: sites[0]?.sign_up ?? 0 },
  };
}

const maxLogins = 25;

export async function readLogins(ctx: SignedInContext, userId: string) {
  await findUser(ctx, userId);
  const events = await listLoginEvents(ctx, userId, { size: maxLogins });
  return {
    items: events.map(({ userAgent, ...event }) => ({
      ...event,
      place: locationOf(ctx, event.ip),
      device: userAgent && describeDevice(userAgent, ctx.language).device,
    })),
  };
}
