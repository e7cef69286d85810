import { lazy } from 'react';

/** Parts of other slices on server screens, each a separate chunk; one line per entry. */
export const serverTabs = {
  connect: lazy(() => import('../slices/consoles/web/Connect.tsx')),
  backup: lazy(() => import('../slices/backups/web/BackupTab.tsx')),
  schedule: lazy(() => import('../slices/schedules/web/SchedulesTab.tsx')),
  firewall: lazy(() => import('../slices/firewall/web/FirewallTab.tsx')),
  reports: lazy(() => import('../slices/statistics/web/Usage.tsx')),
  statistics: lazy(() => import('../slices/statistics/web/Statistics.tsx')),
  servicelet: lazy(() => import('../slices/servicelets/web/ServiceletTab.tsx')),
};

/** The application a server was created with. */
export const ServerApplication = lazy(() => import('../slices/servicelets/web/AppSection.tsx'));

/** How much of its traffic package it used. */
export const ServerTraffic = lazy(() => import('../slices/metering/web/TrafficSection.tsx'));

/** Scheduled power changes and snapshots of a server. */
export const ServerSchedules = lazy(async () => ({
  default: (await import('../slices/schedules/web/ServerSchedules.tsx')).ServerSchedules,
}));

/** Offers a server to another user. */
export const OfferServerDialog = lazy(async () => ({
  default: (await import('../slices/transfers/web/OfferDialog.tsx')).OfferDialog,
}));
