import { routes } from '../../../../server/platform/http/routes.ts';
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

export const alertRoutes = routes(alertEndpoints, {
  listAlerts: (ctx, { query }) => listAlerts(ctx, query),
  getAlert: (ctx, { params }) => getAlert(ctx, params.alertId),
  createAlert: (ctx, { body }) => createAlert(ctx, body),
  updateAlert: (ctx, { params, body }) => updateAlert(ctx, params.alertId, body),
  deleteAlert: (ctx, { params }) => deleteAlert(ctx, params.alertId),
  acknowledgeAlert: (ctx, { params, body }) => acknowledgeAlert(ctx, params.alertId, body.serverId),
  testAlert: (ctx, { params }) => testAlert(ctx, params.alertId),
  renewAlertSecret: (ctx, { params }) => renewSecret(ctx, params.alertId),
  listAlertEvents: (ctx, { params, query }) => listEvents(ctx, params.alertId, query),
  listAlertDeliveries: (ctx, { params }) => listDeliveries(ctx, params.alertId),
});
