import { userError } from '../../../../contract/errors/errors.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { socialEndpoints } from '../contract.ts';
import { describeProviders, removeProvider, testProvider, writeProvider } from './admin.ts';
import { listProviders } from './providers.ts';
import { confirmNewAccount } from './signIn/confirm.ts';
import { disconnect, ownConnections } from './signIn/connect.ts';
import { handleCallback } from './signIn/handleCallback.ts';
import { kindOf } from './signIn/known.ts';
import { startSignIn, startWithOnlyProvider } from './signIn/startSignIn.ts';

export const socialRoutes = routes(socialEndpoints, {
  getSocial: async (ctx) => {
    const { isAllowed, items } = await ownConnections(ctx);
    return { social: items.map(({ social }) => social), socialLoginEnabled: isAllowed };
  },
  socialAllowed: async (ctx) => {
    const providers = await listProviders(ctx);
    return {
      items: providers
        .filter(({ isEnabled }) => isEnabled)
        .map(({ code, title }) => ({ social: code, title, kind: kindOf(code) })),
    };
  },
  socialProfile: async (ctx) => ({ items: (await ownConnections(ctx)).items }),
  deleteSocialProfile: (ctx, { params }) => disconnect(ctx, params.social),
  socialState: (ctx, { request, reply }) => startWithOnlyProvider(ctx, { request, reply }),
  socialStateFor: (ctx, { params, request, reply }) => startSignIn(ctx, { request, reply }, params),
  socialReturn: (ctx, { body, request, reply }) => handleCallback(ctx, { request, reply }, body),
  socialToken: (ctx, { body, request, reply }) => {
    if (ctx.actor) throw userError('alreadyLoggedIn');
    return confirmNewAccount(ctx, { request, reply }, body);
  },
  listSocialProviders: (ctx) => describeProviders(ctx),
  updateSocialProvider: (ctx, { params, body }) => writeProvider(ctx, params.social, body),
  deleteSocialProvider: (ctx, { params }) => removeProvider(ctx, params.social),
  testSocialProvider: (ctx, { params }) => testProvider(ctx, params.social),
});
