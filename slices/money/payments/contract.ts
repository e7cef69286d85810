import { paymentConnectionEndpoints } from './contract/connections.ts';
import { customerPaymentEndpoints } from './contract/customerPayments.ts';
import { paymentMethodEndpoints } from './contract/methods.ts';
import { ownPaymentEndpoints } from './contract/ownPayments.ts';
import { unpaidEndpoints } from './contract/unpaid.ts';

export { providers } from './contract/fields.ts';
export { errors, resourceNames } from './errors.ts';

export const paymentEndpoints = {
  ...ownPaymentEndpoints,
  ...unpaidEndpoints,
  ...paymentMethodEndpoints,
  ...paymentConnectionEndpoints,
  ...customerPaymentEndpoints,
};

export { paymentEndpoints as endpoints };
