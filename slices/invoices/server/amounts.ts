/** Exactly the digits of the currency's smallest coin, with a comma between thousands; never through a float. */
export function inCoins(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === 0 ? grouped : `${grouped}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}
