/** Specification section 9: so long after a deposit has arrived the console moves on to the transactions. */
export const depositRedirectMs = 30_000;

/** Specification section 9. */
export const paymentTypes = ['Credit Card', 'Deposit', 'Credit Card & Deposit'] as const;
