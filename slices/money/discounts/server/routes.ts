import { withDb } from '../../../../server/platform/http/callContext.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { companyOfSite, findCompany, findCustomer } from '../../companies/server/index.ts';
import { discountEndpoints } from '../contract.ts';
import { countAttempt } from './attempts.ts';
import {
  createDiscount,
  deleteDiscount,
  discountsOf,
  isOwnPayer,
  updateDiscount,
} from './discounts.ts';
import { closePromo, createPromo, listPromos, openPromos } from './promos.ts';
import { ownRedeemer, redeem, redeemedBy, withdrawPromo } from './redeem.ts';

export const discountRoutes = routes(discountEndpoints, {
  getOwnDiscounts: async (ctx) => {
    const { userId, siteId } = ctx.actor;
    const company = await companyOfSite(ctx, siteId);
    return {
      discounts: company ? await discountsOf(ctx, userId, company.id) : [],
      promos: company ? await redeemedBy(ctx, userId, company.id) : [],
      paysItself: await isOwnPayer(ctx, userId),
    };
  },
  redeemPromo: async (ctx, { body }) => {
    await countAttempt(ctx);
    return await ctx.db.transaction().execute(async (transaction) => {
      const inner = withDb(ctx, transaction);
      return await redeem(inner, await ownRedeemer(inner), body.code);
    });
  },
  getCustomerDiscounts: async (ctx, { params }) => {
    const { id, company } = await findCustomer(ctx, params);
    return {
      currency: company.currency,
      discounts: await discountsOf(ctx, id, company.id),
      paysItself: await isOwnPayer(ctx, id),
    };
  },
  createDiscount: async (ctx, { params, body }) =>
    await createDiscount(ctx, await findCustomer(ctx, params), body),
  updateDiscount: async (ctx, { params, body }) =>
    await updateDiscount(ctx, await findCustomer(ctx, params), params.discountId, body),
  deleteDiscount: async (ctx, { params }) =>
    deleteDiscount(ctx, await findCustomer(ctx, params), params.discountId),
  getCustomerPromos: async (ctx, { params }) => {
    const { id, company } = await findCustomer(ctx, params);
    const promos = await redeemedBy(ctx, id, company.id);
    return {
      promos,
      open: await openPromos(ctx, company.id, id),
      paysItself: await isOwnPayer(ctx, id),
    };
  },
  givePromo: async (ctx, { params, body }) =>
    await redeem(ctx, await findCustomer(ctx, params), body.code),
  withdrawPromo: async (ctx, { params }) =>
    withdrawPromo(ctx, await findCustomer(ctx, params), params.useId),
  listPromos: async (ctx, { params }) => {
    const company = await findCompany(ctx, params.companyId);
    return { currency: company.currency, items: await listPromos(ctx, company) };
  },
  createPromo: async (ctx, { params, body }) =>
    await createPromo(ctx, await findCompany(ctx, params.companyId), body),
  closePromo: async (ctx, { params }) =>
    closePromo(ctx, await findCompany(ctx, params.companyId), params.promoId),
});
