import { lazy } from 'react';

/** Parts of other slices on server screens, each in its own chunk, one line per entry. */
export const serverTabs = {
  connect: lazy(() => import('../../slices/cloud/consoles/web/Connect.tsx')),
  backup: lazy(() => import('../../slices/cloud/backups/web/BackupTab.tsx')),
  schedule: lazy(() => import('../../slices/cloud/schedules/web/SchedulesTab.tsx')),
  firewall: lazy(() => import('../../slices/cloud/firewall/web/FirewallTab.tsx')),
  reports: lazy(() => import('../../slices/cloud/statistics/web/Usage.tsx')),
  statistics: lazy(() => import('../../slices/cloud/statistics/web/Statistics.tsx')),
  servicelet: lazy(() => import('../../slices/cloud/servicelets/web/ServiceletTab.tsx')),
};

/** The application a server was created with. */
export const ServerApplication = lazy(
  () => import('../../slices/cloud/servicelets/web/AppSection.tsx'),
);

/** The server's used share of its included traffic. */
export const ServerTraffic = lazy(
  () => import('../../slices/cloud/metering/web/TrafficSection.tsx'),
);

/** Scheduled power changes and snapshots of a server. */
export const ServerSchedules = lazy(async () => ({
  default: (await import('../../slices/cloud/schedules/web/ServerSchedules.tsx')).ServerSchedules,
}));

/** Offers a server to another user. */
export const OfferServerDialog = lazy(async () => ({
  default: (await import('../../slices/cloud/transfers/web/OfferDialog.tsx')).OfferDialog,
}));
