import { routes } from '../../../server/platform/http/routes.ts';
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

const done = { done: true } as const;

export const scheduleRoutes = routes(scheduleEndpoints, {
  listSchedules: (ctx, { query }) => listSchedules(ctx, query),
  previewSchedule: async (ctx, { body }) => previewSchedule(ctx, body),
  createSchedule: (ctx, { body }) => createSchedule(ctx, body),
  updateSchedule: async (ctx, { params, body }) => {
    await updateSchedule(ctx, params.scheduleId, body);
    return done;
  },
  acknowledgeSchedule: async (ctx, { params }) => {
    await acknowledgeSchedule(ctx, params.scheduleId);
    return done;
  },
  runSchedule: (ctx, { params }) => runSchedule(ctx, params.scheduleId),
  deleteSchedule: async (ctx, { params }) => {
    await deleteSchedule(ctx, params.scheduleId);
    return done;
  },
});
