import { lazy } from 'react';

/** What other slices put on the screens of a server, each a chunk of its own; one line an entry. */
export const serverTabs = {
  connect: lazy(() => import('../slices/consoles/web/Connect.tsx')),
  backup: lazy(() => import('../slices/backups/web/BackupTab.tsx')),
  schedule: lazy(() => import('../slices/schedules/web/SchedulesTab.tsx')),
  firewall: lazy(() => import('../slices/firewall/web/FirewallTab.tsx')),
  reports: lazy(() => import('../slices/statistics/web/Usage.tsx')),
  statistics: lazy(() => import('../slices/statistics/web/Statistics.tsx')),
  servicelet: lazy(() => import('../slices/servicelets/web/ServiceletTab.tsx')),
};

/** The application a server was made with. */
export const ServerApplication = lazy(() => import('../slices/servicelets/web/AppSection.tsx'));

/** How much of its traffic package it used. */
export const ServerTraffic = lazy(() => import('../slices/metering/web/TrafficSection.tsx'));

/** When a server's power changes or its snapshots are taken by themselves. */
export const ServerSchedules = lazy(async () => ({
  default: (await import('../slices/schedules/web/ServerSchedules.tsx')).ServerSchedules,
}));

/** Offers a server to another user. */
export const OfferServerDialog = lazy(async () => ({ default: (await import('../slices/transfers/web/OfferDialog.tsx')).OfferDialog }));
