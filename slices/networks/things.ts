/** What `notFound` calls it in its `{what}`. */
export const things = {
  network: { en: 'network', he: 'רשת' },
  'network card': { en: 'network interface', he: 'ממשק רשת' },
  subnet: { en: 'subnet', he: 'תת-רשת' },
};
