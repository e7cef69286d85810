/** Errors of an order that the balance of a prepaid account doesn't cover. */
export const orderErrors = ['prepaidNotCovered', 'prepaidPayerShort'] as const;
/** Errors of orders whose cost is known only later, such as an image of unknown size. */
export const openOrderErrors = ['prepaidUsedUp', 'prepaidPayerShort'] as const;
