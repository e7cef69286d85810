/** Access keys. */
export const keysCodes = {
  keyRefused: 2700,
  keyExpired: 2701,
  keyDisabled: 2702,
  keyAddressRefused: 2703,
  keyOwnerClosed: 2704,
  keyTooFast: 2705,
  keyScopeMissing: 2706,
  keyNotForThis: 2707,
  keyServersOnly: 2708,
  keyScopeRefused: 2709,
  keyServersWrong: 2710,
  keyLimit: 2711,
  keyExpiryPast: 2712,
  keyRangeInvalid: 2713,
  keyNotYours: 2714,
  keyTestKind: 2715,
} as const;
