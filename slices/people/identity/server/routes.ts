import type { FastifyReply, FastifyRequest } from 'fastify';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { clearSessionCookie, sessionCookie } from '../../../../server/platform/http/cookies.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import {
  csrfToken,
  endSession,
  sessionIdHash,
} from '../../../../server/platform/session/session.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import { passwordBounds, passwordPolicy } from '../../credentials/server/index.ts';
import { identityEndpoints } from '../contract.ts';
import {
  getReauthenticationOptions,
  listReauthenticationMethods,
  reauthenticate,
  sendProof,
} from './reauthenticate.ts';
import { findResetAccount, forgotPassword, resetPassword } from './resetPassword.ts';
import { autoLogin } from './signIn/autoLogin.ts';
import { signIn } from './signIn/login.ts';
import { passkeyLogin, passkeyOptions } from './signIn/passkeyLogin.ts';
import { finishSecondStep, secondStepDetails, sendCode } from './signIn/secondStep.ts';
import { createAccount } from './signUp/createAccount.ts';
import { revalidateEmail, validateEmail } from './signUp/validateEmail.ts';
import { readSignUp, writeLanguage } from './store.ts';
import { fullUserContextOf, userContextOf } from './userContext.ts';

function requireSignedOut(ctx: Context): void {
  if (ctx.actor) throw userError('alreadyLoggedIn');
}

/**
 * Returns the session's CSRF token to our own page, in the header that the documented client reads.
 */
function sendToken(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const cookie = sessionCookie(request, ctx.services.config);
  if (cookie && ctx.actor) reply.header('token', csrfToken(cookie));
}

export const identityRoutes = routes(identityEndpoints, {
  currentLogin: (ctx, { request, reply }) => {
    sendToken(ctx, request, reply);
    return userContextOf(ctx);
  },
  loginCheck: async (ctx, { request, reply }) => {
    sendToken(ctx, request, reply);
    return {
      isLoggedIn: ctx.actor !== null,
      systemName: ctx.site.systemName,
      copyright: ctx.site.copyright,
    };
  },
  login: (ctx, { body, request, reply }) => {
    requireSignedOut(ctx);
    return signIn(ctx, { request, reply }, body);
  },
  loginSecondStep: (ctx, { body, request, reply }) =>
    finishSecondStep(ctx, { request, reply }, body),
  sendSecondStep: (ctx, { body, request, reply }) => sendCode(ctx, { request, reply }, body),
  resendSecondStep: (ctx, { body, request, reply }) => sendCode(ctx, { request, reply }, body),
  secondStepDetails: (ctx, { body, request, reply }) =>
    secondStepDetails(ctx, { request, reply }, body.email, body.createToken === true),
  autoLogin: (ctx, { body, request, reply }) => {
    requireSignedOut(ctx);
    return autoLogin(ctx, { request, reply }, body.token);
  },
  passkeyOptions: (ctx, { body, request, reply }) =>
    passkeyOptions(ctx, { request, reply }, body.mediateToken),
  passkeyLogin: (ctx, { body, request, reply }) => {
    requireSignedOut(ctx);
    return passkeyLogin(ctx, { request, reply }, body);
  },
  createAccount: (ctx, { body }) => {
    requireSignedOut(ctx);
    return createAccount(ctx, body);
  },
  signUpPolicy: async (ctx) => {
    const site = await readSignUp(ctx);
    const policy = await readSetting(ctx, passwordPolicy);
    const { min, max } = passwordBounds[policy];
    const isOpen = site.sign_up === 2 && !ctx.site.isSuspended;
    return {
      isOpen,
      passwordPolicy: policy,
      passwordMin: min,
      passwordMax: max,
      hasTerms: site.terms !== '',
    };
  },
  termsOfService: async (ctx) => ({ text: (await readSignUp(ctx)).terms }),
  forgotPassword: (ctx, { body }) => forgotPassword(ctx, body.email),
  readReset: (ctx, { params }) => findResetAccount(ctx, params.token),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body),
  validateEmail: (ctx, { body }) => validateEmail(ctx, body.token),
  revalidateEmail: (ctx) => revalidateEmail(ctx),
  proofWays: (ctx) => listReauthenticationMethods(ctx),
  sendProof: (ctx, { body, request, reply }) => sendProof(ctx, { request, reply }, body),
  proofOptions: (ctx, { request, reply }) => getReauthenticationOptions(ctx, { request, reply }),
  prove: (ctx, { body, request, reply }) => reauthenticate(ctx, { request, reply }, body),
  logout: async (ctx, { request, reply }) => {
    const cookie = sessionCookie(request, ctx.services.config);
    if (cookie) await endSession(ctx.db, sessionIdHash(cookie), 'loggedOut');
    clearSessionCookie(reply, ctx.services.config);
    return { isLoggedIn: false as const };
  },
  user: (ctx, { request, reply }) => {
    sendToken(ctx, request, reply);
    return fullUserContextOf(ctx);
  },
  setLanguage: async (ctx, { body }) => {
    await writeLanguage(ctx, body.language);
    return body;
  },
});
