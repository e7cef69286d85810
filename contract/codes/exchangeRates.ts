/** Exchange rates. */
export const exchangeRateCodes = {
  exchangeRateTopmost: 2974,
  exchangeRateSettled: 2975,
  exchangeRateTaken: 2976,
  exchangeRateSourceAway: 2982,
  exchangeRateNotConnected: 2984,
} as const;
