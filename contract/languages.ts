/** The languages the portal speaks. The first is the one every text exists in first. */
export const languages = ['en', 'he'] as const;
export type Language = (typeof languages)[number];
