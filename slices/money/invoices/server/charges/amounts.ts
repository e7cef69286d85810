/**
 * The amount with exactly the currency's decimals, in machine-readable form. Never converted to a
 * float.
 */
export function toPlainAmount(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

/** The same amount for display, with thousands separators. */
export const formatAmount = (amount: string, decimals: number): string => {
  const [whole = '', ...fraction] = toPlainAmount(amount, decimals).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
};
