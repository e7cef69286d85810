import * as z from 'zod';
import { decimal, endpoint, integerText, moment, text } from '../../../contract/endpoint.ts';
import { menuSections } from '../../../contract/menu.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

const pageTitle = z.strictObject({
  id: z.string(),
  pageTitle: z.string(),
  categoryTitle: z.string(),
  categoryIcon: z.string(),
});

export const menuAnswer = z.strictObject({
  /** IDs of the menu entries visible to the user. */
  menu: z.array(z.string()),
  titles: z.record(z.string(), pageTitle),
  /** The section and path of each entry. */
  entries: z.array(
    z.strictObject({
      id: z.string(),
      section: z.enum(menuSections),
      path: z.string(),
      icon: z.string(),
    }),
  ),
  sections: z.array(
    z.strictObject({ id: z.enum(menuSections), title: z.string(), icon: z.string() }),
  ),
  scMarketplaceMenuItems: z.strictObject({
    menuItems: z.array(z.strictObject({ id: z.string(), title: z.string(), parent: z.string() })),
  }),
});

const noticeItem = z.strictObject({
  id: z.string(),
  severity: z.enum(['info', 'warning', 'problem']),
  text: z.string(),
  /** The exact command or step that fixes the problem. Null if there is none. */
  remedy: z.string().nullable(),
  /** The screen where the problem can be resolved. Null if there is none. */
  path: z.string().nullable(),
});

export const dashboardAnswer = z.strictObject({
  /** Null for users who can't see any servers. */
  servers: z
    .strictObject({
      total: z.int(),
      on: z.int(),
      off: z.int(),
      suspended: z.int(),
      busy: z.int(),
      failed: z.int(),
      inBin: z.int(),
    })
    .nullable(),
  /** Pending work of a billing administrator in their companies. Null for users without any. */
  billingWork: z
    .array(
      z.strictObject({
        id: z.enum(['deposits', 'approvals', 'disputes', 'months']),
        count: z.int(),
        path: z.string(),
      }),
    )
    .nullable(),
  /** From the latest samples of running servers. Null if there are no samples. */
  load: z
    .strictObject({
      cpuPercent: z.number(),
      memoryUsedMb: z.number(),
      memoryTotalMb: z.number(),
      sampledAt: moment,
    })
    .nullable(),
  busiest: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      cpuPercent: z.number(),
      memoryPercent: z.number(),
    }),
  ),
  /** One row per currency. */
  cost: z.array(z.strictObject({ amount: decimal, projected: decimal, currency: z.string() })),
  news: z.array(noticeItem),
});

export const shellEndpoints = {
  menu: endpoint({
    title: localize('operations.menu'),
    method: 'GET',
    path: '/header/menu',
    summary: 'Get your menu.',
    access: 'signedIn',
    changes: false,
    topics: ['site', 'setting'],
    answer: menuAnswer,
  }),
  home: endpoint({
    title: localize('operations.home'),
    method: 'GET',
    path: '/home',
    summary: 'Get your start page.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({ siteName: z.string(), systemName: z.string(), landing: z.string() }),
  }),
  dashboard: endpoint({
    title: localize('operations.dashboard'),
    method: 'GET',
    path: '/dashboard',
    summary: 'Get your dashboard.',
    access: 'signedIn',
    changes: false,
    topics: [
      'server',
      'schedule',
      'datacenter',
      'image',
      'price',
      'budget',
      'billing',
      'approval',
      'invoicing',
    ],
    answer: dashboardAnswer,
  }),
  analytics: endpoint({
    title: localize('operations.analytics'),
    method: 'GET',
    path: '/ga',
    summary: 'Get the analytics configuration. Tracker IDs are empty until the site sets them.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      userId: z.string(),
      email: z.string(),
      gaTrackerId: z.string(),
      ga4TrackerId: z.string(),
      gaAdsTrackerId: z.string(),
      vid: z.string(),
      ga4: z.boolean(),
    }),
  }),
  logo: endpoint({
    title: localize('operations.logo'),
    method: 'GET',
    path: '/logo',
    summary: 'Get the site’s logo.',
    access: 'public',
    asks: 'site',
    changes: false,
    kind: 'file',
    query: z.strictObject({
      t: z.string().max(40).optional(),
      timestamp: z.string().max(40).optional(),
    }),
  }),
  catchCrash: endpoint({
    title: localize('operations.catchCrash'),
    method: 'POST',
    path: '/catchCrash',
    summary: 'Report a screen crash.',
    access: 'public',
    changes: true,
    touches: [],
    body: z.strictObject({
      message: text({ max: 2000, multiline: true }),
      stack: text({ max: 20_000, multiline: true }).optional(),
      page: text({ max: 500 }).optional(),
    }),
    answer: z.strictObject({ received: z.literal(true) }),
    errors: ['slowDown'],
  }),
  events: endpoint({
    title: localize('operations.events'),
    method: 'GET',
    path: '/events',
    summary: 'Stream live changes as server-sent events.',
    access: 'signedIn',
    changes: false,
    kind: 'events',
    query: z.strictObject({
      /**
       * When the requesting page was generated, in ms of the portal's clock. Events since then are
       * sent first.
       */
      since: integerText({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional(),
    }),
    errors: ['accountStreamLimit', 'siteStreamLimit'],
  }),
  health: endpoint({
    title: localize('operations.health'),
    method: 'GET',
    path: '/health',
    summary: 'Check whether this process is running.',
    access: 'public',
    asks: 'nothing',
    changes: false,
    answer: z.strictObject({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    title: localize('operations.ready'),
    method: 'GET',
    path: '/ready',
    summary: 'Whether this process can serve: 503 or 507 with the reason while it cannot.',
    access: 'public',
    changes: false,
    answer: z.strictObject({ status: z.literal('ready') }),
    errors: ['unavailable', 'diskFull', 'memoryFull', 'databaseBusy', 'filesExhausted'],
  }),
  metrics: endpoint({
    title: localize('operations.metrics'),
    method: 'GET',
    path: '/metrics',
    summary:
      'Prometheus metrics: with the metrics token, or on this machine while no proxy and no public URL are set.',
    access: 'public',
    asks: 'nothing',
    changes: false,
    kind: 'file',
    errors: ['metricsTokenRequired'],
  }),
};

export { shellEndpoints as endpoints };
