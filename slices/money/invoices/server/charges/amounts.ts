/**
 * Exactly the digits of the currency's smallest coin, as programs read them; never through a float.
 */
export function plainCoins(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

/** The same for people: with a comma between thousands. */
export const inCoins = (amount: string, decimals: number): string => {
  const [whole = '', ...fraction] = plainCoins(amount, decimals).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
};
