export const meteringTexts = {
  traffic: 'Traffic this month',
  used: '{used} of {included} GB',
  usedShare: '{percent}% of the package is used.',
  counted: '{used} GB',
  unmetered: 'Unmetered: nothing is counted.',
  beyond: '{beyond} GB beyond the package, each {price}.',
  beyondFree: '{beyond} GB beyond the package, which cost nothing.',
  beyondLater: 'Beyond it each GB costs {price}.',
  counting: 'Counted hour by hour, between the server and the outside.',
};
