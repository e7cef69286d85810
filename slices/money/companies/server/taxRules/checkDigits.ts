/**
 * Check digit calculations shared by several countries. Numbers contain digits only, unless stated
 * otherwise.
 */

/** Returns the sum of the digits multiplied by their weights. */
export const weightedSum = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0);

/**
 * Luhn check: counting from the last digit, every second digit is doubled and its digits are added.
 * The sum must end in 0 (ISO/IEC 7812-1, annex B).
 */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const weightedDigit = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit);
  }, 0);
  return sum % 10 === 0;
}

/**
 * MOD 11 check: the check digit after the weighted digits is the difference to 11. 10 is invalid.
 */
export function passesMod11(number: string, weights: readonly number[]): boolean {
  const check = (11 - (weightedSum(number, weights) % 11)) % 11;
  return check === Number(number[weights.length]);
}
