export const reportTexts = {
  emptyTitle: 'Nothing to report',
  emptyHint: 'No row fits this report now.',
};
