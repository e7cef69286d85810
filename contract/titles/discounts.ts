import { title } from './title.ts';

/** Customer discounts and promo codes. */
export const discountTitles = {
  getOwnDiscounts: title('View your discounts', 'צפייה בהנחות שלי'),
  redeemPromo: title('Redeem a promo code', 'מימוש קוד הטבה'),
  getCustomerDiscounts: title('View a customer’s discounts', 'צפייה בהנחות של לקוח'),
  createDiscount: title('Add a discount', 'מתן הנחה ללקוח'),
  updateDiscount: title('Update a discount', 'שינוי הנחה של לקוח'),
  deleteDiscount: title('Delete a discount', 'ביטול הנחה'),
  getCustomerPromos: title('View a customer’s promo codes', 'צפייה בקודי ההטבה של לקוח'),
  givePromo: title('Redeem a promo code for a customer', 'מימוש קוד הטבה עבור לקוח'),
  withdrawPromo: title('Revoke a customer’s promo code', 'ביטול קוד הטבה שמומש'),
  listPromos: title('View a company’s promo codes', 'צפייה בקודי ההטבה של חברה'),
  createPromo: title('Create a promo code', 'יצירת קוד הטבה'),
  closePromo: title('Close a promo code', 'סגירת קוד הטבה'),
};
