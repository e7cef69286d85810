export const targetTexts = {
  whose: 'Servers',
  oneServer: 'One server',
  byTag: 'All servers with a tag',
  server: 'Server',
  tag: 'Tag',
};
