import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  smsCountryRefused: error(2200, 422, localize('errors.smsCountryRefused')),
  mailTextUnknown: error(2201, 422, localize('errors.mailTextUnknown')),
  mailTextSecret: error(2202, 422, localize('errors.mailTextSecret')),
  mailTextAddress: error(2203, 422, localize('errors.mailTextAddress')),
  mailContentGone: error(2204, 422, localize('errors.mailContentGone')),
  mailNotYoursToRead: error(2205, 403, localize('errors.mailNotYoursToRead')),
  mailNotRetryable: error(2206, 422, localize('errors.mailNotRetryable')),
  mailServerRefused: error(2207, 422, localize('errors.mailServerRefused')),
  mailSecretNeeded: error(2208, 422, localize('errors.mailSecretNeeded')),
  mailConnectionOfRoot: error(2209, 422, localize('errors.mailConnectionOfRoot')),
  notConnected: error(2210, 422, localize('errors.notConnected')),
};

/** Names for the `{what}` placeholder of `notFound`. */
export const resourceNames = {
  mail: localize('resources.mail'),
  'text message': localize('resources.textMessage'),
};
