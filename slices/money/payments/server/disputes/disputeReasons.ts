import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import type { Provider } from '../connections/connections.ts';

/**
 * Dispute reasons by the codes that the providers publish: `dispute_reason` of PayPal's Customer
 * Disputes API v1, and `reason` of Stripe's dispute object.
 */
const reasons: Record<Provider, Record<string, LocalizedText>> = {
  paypal: {
    MERCHANDISE_OR_SERVICE_NOT_RECEIVED: localize('reasons.paypal.mERCHANDISEORSERVICENOTRECEIVED'),
    MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: localize(
      'reasons.paypal.mERCHANDISEORSERVICENOTASDESCRIBED',
    ),
    UNAUTHORISED: localize('reasons.paypal.uNAUTHORISED'),
    CREDIT_NOT_PROCESSED: localize('reasons.paypal.cREDITNOTPROCESSED'),
    DUPLICATE_TRANSACTION: localize('reasons.paypal.dUPLICATETRANSACTION'),
    INCORRECT_AMOUNT: localize('reasons.paypal.iNCORRECTAMOUNT'),
    PAYMENT_BY_OTHER_MEANS: localize('reasons.paypal.pAYMENTBYOTHERMEANS'),
    CANCELED_RECURRING_BILLING: localize('reasons.paypal.cANCELEDRECURRINGBILLING'),
    PROBLEM_WITH_REMITTANCE: localize('reasons.paypal.pROBLEMWITHREMITTANCE'),
    OTHER: localize('reasons.paypal.oTHER'),
  },
  stripe: {
    bank_cannot_process: localize('reasons.stripe.bankCannotProcess'),
    check_returned: localize('reasons.stripe.checkReturned'),
    credit_not_processed: localize('reasons.stripe.creditNotProcessed'),
    customer_initiated: localize('reasons.stripe.customerInitiated'),
    debit_not_authorized: localize('reasons.stripe.debitNotAuthorized'),
    duplicate: localize('reasons.stripe.duplicate'),
    fraudulent: localize('reasons.stripe.fraudulent'),
    general: localize('reasons.stripe.general'),
    incorrect_account_details: localize('reasons.stripe.incorrectAccountDetails'),
    insufficient_funds: localize('reasons.stripe.insufficientFunds'),
    noncompliant: localize('reasons.stripe.noncompliant'),
    product_not_received: localize('reasons.stripe.productNotReceived'),
    product_unacceptable: localize('reasons.stripe.productUnacceptable'),
    subscription_canceled: localize('reasons.stripe.subscriptionCanceled'),
    unrecognized: localize('reasons.stripe.unrecognized'),
  },
};

/** A provider's dispute reason as text. Unpublished codes are returned unchanged. */
export function describeDisputeReason(provider: Provider, code: string): LocalizedText {
  const providerReasons = reasons[provider];
  return (
    (Object.hasOwn(providerReasons, code) ? providerReasons[code] : undefined) ??
    eachLanguage(() => code)
  );
}
