import { routes } from '../../../../server/platform/http/routes.ts';
import { scheduleEndpoints } from '../contract.ts';
import {
  acknowledgeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  previewSchedule,
  runSchedule,
  updateSchedule,
} from './schedules.ts';

export const scheduleRoutes = routes(scheduleEndpoints, {
  listSchedules: (ctx, { query }) => listSchedules(ctx, query),
  previewSchedule: async (ctx, { body }) => previewSchedule(ctx, body),
  createSchedule: (ctx, { body }) => createSchedule(ctx, body),
  updateSchedule: (ctx, { params, body }) => updateSchedule(ctx, params.scheduleId, body),
  acknowledgeSchedule: (ctx, { params }) => acknowledgeSchedule(ctx, params.scheduleId),
  runSchedule: (ctx, { params }) => runSchedule(ctx, params.scheduleId),
  deleteSchedule: (ctx, { params }) => deleteSchedule(ctx, params.scheduleId),
});
