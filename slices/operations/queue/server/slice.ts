import { defineSlice } from '../../../../server/platform/slice.ts';
import { queueRoutes } from './routes.ts';

export const queueSlice = defineSlice({
  name: 'queue',
  routes: queueRoutes,
});
