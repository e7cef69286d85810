import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  proofNeeded: error(1800, 403, localize('errors.proofNeeded')),
  actingReadOnly: error(1801, 403, localize('errors.actingReadOnly')),
  phoneInvalid: error(1806, 422, localize('errors.phoneInvalid')),
  phoneLimit: error(1807, 422, localize('errors.phoneLimit')),
  phoneUnknown: error(1808, 422, localize('errors.phoneUnknown')),
  addressInvalid: error(1809, 422, localize('errors.addressInvalid')),
  addressLimit: error(1810, 422, localize('errors.addressLimit')),
  addressExcludesCaller: error(1811, 422, localize('errors.addressExcludesCaller')),
  resendTooSoon: error(1812, 429, localize('errors.resendTooSoon')),
  passkeyRefused: error(1813, 200, localize('errors.passkeyRefused')),
  smsLimit: error(1816, 422, localize('errors.smsLimit')),
  lastWayIn: error(1817, 422, localize('errors.lastWayIn')),
  emailNotValidated: error(1818, 403, localize('errors.emailNotValidated')),
  protectionByOwner: error(1820, 403, localize('errors.protectionByOwner')),
  phoneKnown: error(1821, 422, localize('errors.phoneKnown')),
};
