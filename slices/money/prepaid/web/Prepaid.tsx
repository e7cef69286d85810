/** One chunk for both components, because every page lists all chunks. */
export { CustomerPrepaid } from './CustomerPrepaid.tsx';
export { OwnPrepaid } from './OwnPrepaid.tsx';
