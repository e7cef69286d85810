import { title } from './title.ts';

/** Payments by card and PayPal. */
export const paymentTitles = {
  getPayments: title('View your payments', 'צפייה בתשלומים'),
  startPayment: title('Start a payment', 'התחלת תשלום'),
  getUnpaid: title('View unpaid documents', 'צפייה במה שלא שולם'),
  payUnpaid: title('Pay unpaid documents', 'תשלום מה שלא שולם'),
  getPayment: title('View a payment', 'צפייה בתשלום'),
  checkPayment: title('Check a payment', 'בירור מצב תשלום'),
  cancelPayment: title('Cancel a payment', 'ביטול תשלום'),
  setDefaultMethod: title('Change the default payment method', 'בחירת אמצעי התשלום'),
  deletePaymentMethod: title('Delete a payment method', 'הסרת אמצעי תשלום'),
  listPaymentConnections: title('View a company’s payment providers', 'צפייה בספקי התשלום של חברה'),
  savePaymentConnection: title('Connect a payment provider', 'חיבור ספק תשלום'),
  deletePaymentConnection: title('Delete a payment provider', 'הסרת ספק תשלום'),
  tryPaymentConnection: title('Test a payment provider', 'בדיקת ספק תשלום'),
  listCustomerPayments: title('View a customer’s payments', 'צפייה בתשלומים של לקוח'),
  listDisputes: title('View disputed payments', 'צפייה בתשלומים שבמחלוקת'),
  collectDebt: title('Charge an amount due', 'גביית חוב של לקוח'),
  receivePaymentEvent: title('Payment provider event', 'הודעה של ספק תשלום'),
};
