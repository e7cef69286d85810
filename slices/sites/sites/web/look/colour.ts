export const isHexColor = (given: string): boolean => /^#[0-9a-f]{6}$/.test(given);
