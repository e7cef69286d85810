const urgency = ['problem', 'warning', 'info'] as const;

/** The most severe first, otherwise in the given order. */
export const worstFirst = <N extends { severity: (typeof urgency)[number] }>(
  news: readonly N[],
): N[] =>
  [...news].sort((one, other) => urgency.indexOf(one.severity) - urgency.indexOf(other.severity));
