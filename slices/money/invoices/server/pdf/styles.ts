/** Font sizes, in points. */
export const small = 8;
export const normal = 9.5;

export const soft = '#5b6470';
export const hairline = '#dfe3e8';
