/** One chunk for both, because every page lists all chunks. */
export { CustomerPrepaid } from './CustomerPrepaid.tsx';
export { OwnPrepaid } from './OwnPrepaid.tsx';
