import { error } from '../../contract/declaredError.ts';

export const errors = {
  priceMissing: error(
    1600,
    422,
    '{resource} has no price in this price list. Contact your provider.',
    'ל-{resource} אין מחיר במחירון. יש לפנות לספק.',
  ),
  priceListFromPast: error(
    1601,
    422,
    'Prices can’t start in the past, and {given} is over. Choose a later date, or leave it empty to start now.',
    'מחירים אינם יכולים להתחיל בעבר, ו-{given} כבר חלף. יש לבחור מועד מאוחר יותר, או להשאיר ריק כדי להתחיל כעת.',
  ),
  priceListInForce: error(
    1602,
    422,
    'Version {version} has been in effect since {from}. Create a new version instead.',
    'גרסה {version} בתוקף מאז {from}. יש ליצור גרסה חדשה.',
  ),
  priceListWithdrawn: error(
    1603,
    422,
    'Version {version} is already withdrawn.',
    'גרסה {version} כבר בוטלה.',
  ),
  priceItemUnknown: error(
    1604,
    422,
    'There is no price item {item}. See the list at /pricelists/items.',
    'אין פריט מחיר {item}. הרשימה נמצאת ב-/pricelists/items.',
  ),
  priceListAccountUnknown: error(
    1605,
    422,
    '{email} isn’t an account of this price list’s site or its sub-sites.',
    '{email} אינו חשבון באתר של המחירון או באתרי המשנה שלו.',
  ),
  priceListOfSite: error(
    1606,
    422,
    'This is the default price list of the site. Only named price lists can be assigned to accounts.',
    'זהו מחירון ברירת המחדל של האתר. רק מחירון בעל שם ניתן להקצאה לחשבונות.',
  ),
  billingModeNotSold: error(
    2926,
    422,
    'This price list supports hourly billing only. Choose hourly billing.',
    'מחירון זה תומך בחיוב שעתי בלבד. יש לבחור חיוב שעתי.',
  ),
  priceListCurrency: error(
    2980,
    422,
    'This price list is in {given}, but {company}, which bills {site}, bills in {billed}. Use a price list in {billed}.',
    'המחירון ב-{given}, אך החברה {company}, שמחייבת את {site}, מחייבת ב-{billed}. יש להשתמש במחירון ב-{billed}.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'metered thing': { en: 'metered resource', he: 'משאב נמדד' },
  'price list': { en: 'price list', he: 'מחירון' },
};
