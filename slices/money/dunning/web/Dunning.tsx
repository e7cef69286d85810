/** One chunk for all dunning screens, because every page lists all chunks. */
export { CompanyDunning } from './CompanyDunning.tsx';
export { CustomerDunning } from './CustomerDunning.tsx';
export { OwnDunning } from './OwnDunning.tsx';
