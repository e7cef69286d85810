/** How usage turned into money (specification section 9, usage transition options). `annually`: what is bought by the year. */
export const transitions = ['all', 'hourly', 'partialMonthly', 'fullMonthMonthly', 'annually'] as const;
export type Transition = (typeof transitions)[number];

/** How long the address of a report leads to it. */
export const linkDays = 7;
/** So many addresses one account has at a time; the oldest ends when there is one more. */
export const mostLinks = 50;
