import { defineSlice } from '../../../../server/platform/slice.ts';
import { discountRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const discountsSlice = defineSlice({
  name: 'discounts',
  routes: discountRoutes,
  rowRules,
});
