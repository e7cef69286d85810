import { defineSlice } from '../../../../server/platform/slice.ts';
import { topologyRoutes } from './routes.ts';

export const topologySlice = defineSlice({
  name: 'topology',
  routes: topologyRoutes,
});
