import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { tellWhoRunsOut } from './tell.ts';

export { prepaidNews } from './news.ts';
export { guardPrepaidOrders } from './orders.ts';
export { prepaidRoutes } from './routes.ts';

export const prepaidChores = [
  defineChore({ name: 'prepaid.check', everySeconds: 600, run: tellWhoRunsOut }),
];
