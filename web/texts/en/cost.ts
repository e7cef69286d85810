export const costTexts = {
  reckoning: 'Calculating price…',
  unknown: 'We couldn’t calculate the price. {reason}',
  nothing: 'No additional cost',
  adds: 'Adds {hourly} per hour, {monthly} per month.',
  addsByMonth: 'Adds {monthly} per month.',
  saves: 'Saves {hourly} per hour, {monthly} per month.',
  savesByMonth: 'Saves {monthly} per month.',
  changes: 'Per hour: {hourBefore} → {hourAfter}. Per month: {monthBefore} → {monthAfter}.',
  atMost: 'Adds up to {hourly} per hour, {monthly} per month, depending on the final size.',
  perGb:
    '{hourly} per GB per hour, {monthly} per GB per month. The final size is known when the transfer finishes.',
  once: 'One-time: {price}.',
  month: 'Per month: {before} → {after}.',
  thisMonth: 'On this month’s invoice: {before} → {after}.',
  whileOn: 'While running: {change}',
};
