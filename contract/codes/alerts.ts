/** Statistics and alerts. */
export const alertsCodes = {
  alertLimit: 2350,
  webhookRefused: 2351,
  alertNotFiring: 2352,
  alertTestedJustNow: 2353,
  alertTellsNobody: 2354,
  alertWithoutWebhook: 2355,
} as const;
