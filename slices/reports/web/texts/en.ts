export const reportTexts = {
  emptyTitle: 'No entries',
  emptyHint: 'This report has no entries for these filters.',
};
