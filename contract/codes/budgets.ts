/** Budgets. */
export const budgetCodes = {
  budgetBlocksOrders: 2870,
  budgetLimit: 2871,
  budgetSetByOther: 2872,
  budgetNotBlocking: 2873,
  budgetOrderOver: 2940,
} as const;
