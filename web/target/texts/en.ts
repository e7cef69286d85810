export const targetTexts = {
  whose: 'Which servers',
  oneServer: 'One server',
  byTag: 'All with a tag',
  server: 'Server',
  tag: 'Tag',
};
