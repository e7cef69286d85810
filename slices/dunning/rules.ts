/** What may be done about a document that was not paid in time. */
export const stepKinds = ['reminder', 'fee', 'retry', 'suspend', 'notice', 'terminate'] as const;
export type StepKind = (typeof stepKinds)[number];

/** A policy has at most so many steps. */
export const maxSteps = 20;
/** The last of them comes at most so many days after a document was due. */
export const maxDays = 730;
/** The largest fixed late fee, in the currency of the document, and the largest share of what is unpaid, in percent. */
export const maxFee = 100_000;
export const maxPercent = 50;
