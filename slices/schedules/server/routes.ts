import { routes } from '../../../server/platform/http/routes.ts';
import { scheduleEndpoints } from '../contract.ts';
import {
  acknowledgeSchedule,
  changeSchedule,
  createSchedule,
  listSchedules,
  previewSchedule,
  removeSchedule,
  runSchedule,
} from './schedules.ts';

const done = { done: true } as const;

export const scheduleRoutes = routes(scheduleEndpoints, {
  listSchedules: (ctx, { query }) => listSchedules(ctx, query),
  previewSchedule: async (ctx, { body }) => previewSchedule(ctx, body),
  createSchedule: (ctx, { body }) => createSchedule(ctx, body),
  changeSchedule: async (ctx, { params, body }) => {
    await changeSchedule(ctx, params.scheduleId, body);
    return done;
  },
  acknowledgeSchedule: async (ctx, { params }) => {
    await acknowledgeSchedule(ctx, params.scheduleId);
    return done;
  },
  runSchedule: (ctx, { params }) => runSchedule(ctx, params.scheduleId),
  removeSchedule: async (ctx, { params }) => {
    await removeSchedule(ctx, params.scheduleId);
    return done;
  },
});
