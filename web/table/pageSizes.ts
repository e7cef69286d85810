/** Specification section 9; 0 means all. The contract holds the server to the same. */
export const pageSizes = [5, 10, 15, 25, 50, 100, 500];
export const defaultPageSize = 10;
