import { title } from './title.ts';

/** Numbers that the tax authority gives. */
export const allocationTitles = {
  getTaxAuthority: title('See the connection to the tax authority', 'צפייה בחיבור לרשות המסים'),
  saveTaxAuthority: title('Connect the tax authority', 'חיבור לרשות המסים'),
  removeTaxAuthority: title('Disconnect the tax authority', 'ניתוק מרשות המסים'),
  tryTaxAuthority: title('Try the tax authority', 'בדיקת החיבור לרשות המסים'),
  getAllocation: title('See an allocation number', 'צפייה במספר הקצאה'),
  decideAllocation: title('Decide about a document without a number', 'החלטה לגבי מסמך ללא מספר הקצאה'),
  tryAllocation: title('Ask for an allocation number again', 'בקשה חוזרת למספר הקצאה'),
  setAllocationRate: title('Give the rate of a document', 'הזנת שער למסמך'),
};
