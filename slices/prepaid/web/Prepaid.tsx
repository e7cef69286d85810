/** One chunk for both: every chunk of its own is told to all pages. */
export { CustomerPrepaid } from './CustomerPrepaid.tsx';
export { OwnPrepaid } from './OwnPrepaid.tsx';
