/** Payments by card and PayPal. */
export const paymentCodes = {
  paymentNotConnected: 2822,
  paymentKeyReused: 2823,
  depositAboveMaximum: 2824,
  paymentProviderAway: 2825,
  paymentProviderRefused: 2826,
  signatureRefused: 2827,
  paymentSecretNeeded: 2828,
  paymentAddressRefused: 2829,
  paymentConnectionUsed: 2830,
  paymentMethodUnusable: 2831,
  paymentOrderLimit: 2832,
  documentPaid: 2891,
  openAmountChanged: 2892,
  paymentOnItsWay: 2893,
  nothingOwed: 2894,
} as const;
