import { routes } from '../../../server/platform/http/routes.ts';
import { alertEndpoints } from '../contract.ts';
import {
  acknowledgeAlert,
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  renewSecret,
  testAlert,
  updateAlert,
} from './alerts.ts';
import { listDeliveries, listEvents } from './log.ts';

const done = { done: true } as const;

export const alertRoutes = routes(alertEndpoints, {
  listAlerts: (ctx, { query }) => listAlerts(ctx, query),
  getAlert: (ctx, { params }) => getAlert(ctx, params.alertId),
  createAlert: (ctx, { body }) => createAlert(ctx, body),
  updateAlert: (ctx, { params, body }) => updateAlert(ctx, params.alertId, body),
  deleteAlert: async (ctx, { params }) => {
    await deleteAlert(ctx, params.alertId);
    return done;
  },
  acknowledgeAlert: async (ctx, { params, body }) => {
    await acknowledgeAlert(ctx, params.alertId, body.serverId);
    return done;
  },
  testAlert: (ctx, { params }) => testAlert(ctx, params.alertId),
  renewAlertSecret: (ctx, { params }) => renewSecret(ctx, params.alertId),
  listAlertEvents: (ctx, { params, query }) => listEvents(ctx, params.alertId, query),
  listAlertDeliveries: (ctx, { params }) => listDeliveries(ctx, params.alertId),
});
