import { expect, it } from 'vitest';
import { describeDisputeReason } from './disputeReasons.ts';

it.each([
  ['paypal', 'UNAUTHORISED', 'Not authorized by the payer'],
  ['paypal', 'PROBLEM_WITH_REMITTANCE', 'Problem with the remittance'],
  ['stripe', 'fraudulent', 'Not authorized by the cardholder'],
  ['stripe', 'subscription_canceled', 'Charged after the subscription was canceled'],
] as const)('the %s reason %s is translated into every language', (provider, code, en) => {
  const reason = describeDisputeReason(provider, code);
  expect(reason.en).toBe(en);
  expect(reason.he).toMatch(/^[א-ת ,]+$/);
});

it.each([
  ['paypal', 'A_NEW_REASON'],
  ['paypal', 'fraudulent'],
  ['stripe', 'constructor'],
  ['stripe', ''],
] as const)('the %s reason %s, which isn’t documented, is shown unchanged', (provider, code) => {
  expect(describeDisputeReason(provider, code)).toEqual({ en: code, he: code, ar: code });
});
