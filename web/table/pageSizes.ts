/** Specification section 9. 0 means all. The contract has the same limit for the server. */
export const pageSizes = [5, 10, 15, 25, 50, 100, 500];
export const defaultPageSize = 10;
