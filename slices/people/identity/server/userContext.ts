import type * as z from 'zod';
import type {
  Context,
  SessionFacts,
  SignedInContext,
} from '../../../../server/platform/context.ts';
import { needsSignature } from '../../agreements/server/index.ts';
import type { fullUserContext, userContext } from '../contract.ts';
import { readAccount } from './store.ts';

export type UserContext = z.output<typeof userContext>;
type FullUserContext = z.output<typeof fullUserContext>;

const colors = (ctx: Context) => ({
  primary: ctx.site.theme.primaryColor,
  tag: ctx.site.theme.tagColor,
});

/** The response to a sign-in, before the account has a session. */
export async function readUserContext(ctx: Context, userId: string): Promise<UserContext> {
  const account = await readAccount(ctx, userId);
  return {
    userId: account.id,
    email: account.email,
    role: account.role as UserContext['role'],
    billingStatus: account.billing_state,
    accountStatus: account.account_state,
    externalStatus: account.external_state,
    paymentType: account.payment_type,
    emailValidationRequired: !account.is_email_validated && account.requires_email_validation,
    accountEnabled: account.is_enabled,
    ...siteView(ctx),
  };
}

const siteView = (ctx: Context) => ({
  isMiniViewEnabled: ctx.site.viewMode === 'Mini',
  miniViewColors: colors(ctx),
});

/** The user context of the call's session, which was already read with all required data. */
export function userContextOf(ctx: SignedInContext): UserContext {
  const { actor } = ctx;
  const session = sessionOf(ctx);
  return {
    ...{ userId: actor.userId, email: actor.email, role: actor.role },
    billingStatus: session.account.billingState,
    accountStatus: session.account.accountState,
    externalStatus: session.account.externalState,
    paymentType: session.account.paymentType,
    emailValidationRequired: !session.isEmailValidated,
    accountEnabled: true,
    ...siteView(ctx),
  };
}

function sessionOf(ctx: SignedInContext): SessionFacts {
  if (!ctx.actor.session)
    throw new Error('The user context is of a session, and this call has none.');
  return ctx.actor.session;
}

export async function fullUserContextOf(ctx: SignedInContext): Promise<FullUserContext> {
  const { isLocked, account, operator, timeZone, dateFormat } = sessionOf(ctx);
  return {
    ...userContextOf(ctx),
    verificationPhone: '',
    isParentLocked: isLocked,
    themeColors: colors(ctx),
    countOfCartItems: 0,
    isPageView: true,
    mfa: account.usesTfa,
    agreementSignRequired: operator === null && (await needsSignature(ctx, ctx.actor.userId)),
    billingAdminEnabled: ctx.actor.role === 'billingAdmin' || ctx.actor.role === 'root',
    language: ctx.actor.language,
    systemName: ctx.site.systemName,
    copyright: ctx.site.copyright,
    ...{ timeZone, dateFormat },
    acting: operator && {
      by: operator.email,
      until: operator.until.toISOString(),
      mayChange: operator.mayChange,
    },
  };
}
