/** Exports to an accounting service. */
export const accountingCodes = {
  accountingNotConnected: 2920,
  accountingAway: 2921,
  accountingRefused: 2922,
  accountingSecretNeeded: 2923,
  accountingAddressRefused: 2924,
  documentHandedOver: 2925,
} as const;
