import { title } from './title.ts';

/** Invoice numbers assigned by the tax authority. */
export const allocationTitles = {
  getTaxAuthority: title('View the tax authority connection', 'צפייה בחיבור לרשות המסים'),
  saveTaxAuthority: title('Connect the tax authority', 'חיבור לרשות המסים'),
  deleteTaxAuthority: title('Disconnect the tax authority', 'ניתוק מרשות המסים'),
  tryTaxAuthority: title('Test the tax authority connection', 'בדיקת החיבור לרשות המסים'),
  getAllocation: title('View an allocation number', 'צפייה במספר הקצאה'),
  decideAllocation: title(
    'Decide about a document without an allocation number',
    'החלטה לגבי מסמך ללא מספר הקצאה',
  ),
  tryAllocation: title('Request an allocation number again', 'בקשה חוזרת למספר הקצאה'),
  setAllocationRate: title('Set a document’s exchange rate', 'הזנת שער למסמך'),
};
