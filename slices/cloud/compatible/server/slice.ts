import { defineSlice } from '../../../../server/platform/slice.ts';
import { isOpen } from './calculator.ts';
import { compatibleRoutes } from './routes.ts';

export const compatibleSlice = defineSlice({
  name: 'compatible',
  routes: compatibleRoutes,
  settings: [isOpen],
});
