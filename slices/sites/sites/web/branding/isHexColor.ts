export const isHexColor = (input: string): boolean => /^#[0-9a-f]{6}$/.test(input);
