/** Errors of an order that the balance of a prepaid account doesn't cover. */
export const orderErrors = ['prepaidNotCovered', 'prepaidPayerShort'] as const;
/** The same for something whose cost is known only with time, such as the size of an image. */
export const openOrderErrors = ['prepaidUsedUp', 'prepaidPayerShort'] as const;
