/** Emails and text messages. */
export const mailsCodes = {
  smsCountryRefused: 2200,
  mailTextUnknown: 2201,
  mailTextSecret: 2202,
  mailTextAddress: 2203,
  mailContentGone: 2204,
  mailNotYoursToRead: 2205,
  mailNotRetryable: 2206,
  mailServerRefused: 2207,
  mailSecretNeeded: 2208,
  mailConnectionOfRoot: 2209,
} as const;
