import {
  ownedAtSite,
  portalRows,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  usage_reading: {
    kind: 'closed',
    reason: 'read by no call, and filled by COPY, which row security does not take',
  },
  metered_use: ownedAtSite('owner_id'),
  metering_clock: portalRows,
  metering_closing: portalRows,
  metering_feed: portalRows,
};
