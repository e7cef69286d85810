const alwaysPrintable =
  /^[\n -~\u00a0-\u024f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u05d0-\u05ea\u2013-\u2014\u2018-\u2019\u201c-\u201d\u2026\u20aa\u20ac]*$/;

/**
 * Whether documents can certainly print the whole text, determined without loading fonts. False
 * only means that the fonts must be checked.
 */
export const isKnownPrintable = (text: string): boolean => alwaysPrintable.test(text);
