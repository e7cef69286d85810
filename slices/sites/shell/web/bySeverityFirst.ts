const severityOrder = ['problem', 'warning', 'info'] as const;

/** Sorts by severity, most severe first, and otherwise keeps the order. */
export const bySeverityFirst = <N extends { severity: (typeof severityOrder)[number] }>(
  notices: readonly N[],
): N[] =>
  [...notices].sort(
    (one, other) => severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity),
  );
