export const meteringTexts = {
  traffic: 'Traffic this month',
  used: '{used} of {included} GB',
  usedShare: '{percent}% of the package is used.',
  counted: '{used} GB',
  unmetered: 'Unmetered',
  beyond: '{beyond} GB over the package, {price} each.',
  beyondFree: '{beyond} GB over the package, free of charge.',
  beyondLater: 'Each additional GB costs {price}.',
  counting: 'Counted hourly, for public traffic.',
};
