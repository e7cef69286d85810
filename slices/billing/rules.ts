/** Specification section 9. */
export const paymentTypes = ['Credit Card', 'Deposit', 'Credit Card & Deposit'] as const;
