/** Of customers who pay by deposit, ahead, and of the ways a customer pays. */
export const prepaidCodes = {
  prepaidNotCovered: 2970,
  prepaidUsedUp: 2971,
  prepaidPayerShort: 2972,
  transferNotTaken: 2973,
} as const;
