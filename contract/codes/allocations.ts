/** Invoice numbers assigned by the tax authority. */
export const allocationCodes = {
  documentHeld: 2930,
  taxAuthorityCountry: 2931,
  taxAuthoritySecretNeeded: 2932,
  taxAuthorityAddressRefused: 2933,
  taxAuthorityAway: 2934,
  taxAuthorityRefused: 2935,
  taxAuthorityInUse: 2936,
  allocationDecided: 2937,
  allocationRateDay: 2938,
  taxAuthorityMissing: 2939,
} as const;
