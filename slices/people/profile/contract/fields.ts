import * as z from 'zod';
import { moment } from '../../../../contract/endpoint.ts';

/**
 * The client of a session as text, its icon, and its origin: the IP address and country code (ISO
 * 3166-1), or `private`, or empty if unknown.
 */
export const origin = {
  ip: z.string(),
  place: z.string(),
  device: z.string(),
  deviceKind: z.enum(['computer', 'phone', 'program', 'unknown']),
};

const outcomes = [
  'signedIn',
  'needsSecondStep',
  'wrongPassword',
  'wrongCode',
  'blocked',
  'ipRefused',
  'disabled',
  'signedOut',
  'disconnected',
  'ipChanged',
] as const;

const methods = [
  'password',
  'totp',
  'email',
  'sms',
  'recovery',
  'passkey',
  'social',
  'autoLogin',
] as const;

export const loginItem = z.strictObject({
  id: z.int(),
  at: moment,
  outcome: z.enum(outcomes),
  method: z.enum(methods),
  ...origin,
});
