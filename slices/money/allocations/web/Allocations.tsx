export { AllocationPart } from './AllocationPart.tsx';
export { CompanyTaxAuthority } from './CompanyTaxAuthority.tsx';
