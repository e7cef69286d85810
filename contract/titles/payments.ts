import { title } from './title.ts';

/** Payments by card and PayPal. */
export const paymentTitles = {
  getPayments: title('See one’s payments', 'צפייה בתשלומים'),
  startPayment: title('Begin a payment', 'התחלת תשלום'),
  getUnpaid: title('See what is unpaid', 'צפייה במה שלא שולם'),
  payUnpaid: title('Pay what is unpaid', 'תשלום מה שלא שולם'),
  getPayment: title('See a payment', 'צפייה בתשלום'),
  checkPayment: title('Ask how a payment stands', 'בירור מצב תשלום'),
  cancelPayment: title('Give up a payment', 'ביטול תשלום'),
  setDefaultMethod: title('Choose the payment method', 'בחירת אמצעי התשלום'),
  removePaymentMethod: title('Remove a payment method', 'הסרת אמצעי תשלום'),
  listPaymentConnections: title('See payment providers of a company', 'צפייה בספקי התשלום של חברה'),
  savePaymentConnection: title('Connect a payment provider', 'חיבור ספק תשלום'),
  removePaymentConnection: title('Forget a payment provider', 'הסרת ספק תשלום'),
  tryPaymentConnection: title('Try a payment provider', 'בדיקת ספק תשלום'),
  listCustomerPayments: title('See a customer’s payments', 'צפייה בתשלומים של לקוח'),
  listDisputes: title('See disputed payments', 'צפייה בתשלומים שבמחלוקת'),
  collectDebt: title('Take what a customer owes', 'גביית חוב של לקוח'),
  receivePaymentEvent: title('News of a payment provider', 'הודעה של ספק תשלום'),
};
