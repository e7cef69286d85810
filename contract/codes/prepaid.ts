/** Prepaid customers (payment by deposit) and payment methods. */
export const prepaidCodes = {
  prepaidNotCovered: 2970,
  prepaidUsedUp: 2971,
  prepaidPayerShort: 2972,
  transferNotTaken: 2973,
} as const;
