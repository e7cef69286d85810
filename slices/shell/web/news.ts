const urgency = ['problem', 'warning', 'info'] as const;

/** The worst first; of the same weight in the order the portal tells them. */
export const worstFirst = <N extends { severity: (typeof urgency)[number] }>(
  news: readonly N[],
): N[] =>
  [...news].sort((one, other) => urgency.indexOf(one.severity) - urgency.indexOf(other.severity));
