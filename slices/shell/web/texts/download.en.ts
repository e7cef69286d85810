export const downloadTexts = {
  title: 'Download',
  given: 'The file is on its way',
  givenHint: 'Your browser saves it or shows it.',
  refused: 'The file cannot be given',
  toList: 'Go to the list',
};
