import './dunning.css';

/** One chunk for all of dunning: every chunk of its own is told to all pages. */
export { CompanyDunning } from './CompanyDunning.tsx';
export { CustomerDunning } from './CustomerDunning.tsx';
export { OwnDunning } from './OwnDunning.tsx';
