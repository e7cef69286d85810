export const downloadTexts = {
  title: 'Download',
  given: 'Your download has started',
  givenHint: 'Your browser saves or opens the file.',
  refused: 'We couldn’t download the file',
  toList: 'Go to the list',
};
