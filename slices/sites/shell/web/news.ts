const urgency = ['problem', 'warning', 'info'] as const;

/** Sorts by severity, most severe first, and otherwise keeps the order. */
export const worstFirst = <N extends { severity: (typeof urgency)[number] }>(
  news: readonly N[],
): N[] =>
  [...news].sort((one, other) => urgency.indexOf(one.severity) - urgency.indexOf(other.severity));
