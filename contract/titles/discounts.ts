import { title } from './title.ts';

/** Discounts of customers and codes that give them. */
export const discountTitles = {
  getOwnDiscounts: title('See one’s own discounts', 'צפייה בהנחות שלי'),
  redeemPromo: title('Redeem a code', 'מימוש קוד הטבה'),
  getCustomerDiscounts: title('See the discounts of a customer', 'צפייה בהנחות של לקוח'),
  addDiscount: title('Give a customer a discount', 'מתן הנחה ללקוח'),
  changeDiscount: title('Change the discount of a customer', 'שינוי הנחה של לקוח'),
  removeDiscount: title('Take a discount away', 'ביטול הנחה'),
  getCustomerPromos: title('See the codes of a customer', 'צפייה בקודי ההטבה של לקוח'),
  givePromo: title('Redeem a code for a customer', 'מימוש קוד הטבה עבור לקוח'),
  withdrawPromo: title('Take a redeemed code away', 'ביטול קוד הטבה שמומש'),
  listPromos: title('See the codes of a company', 'צפייה בקודי ההטבה של חברה'),
  createPromo: title('Make a code', 'יצירת קוד הטבה'),
  closePromo: title('Close a code', 'סגירת קוד הטבה'),
};
