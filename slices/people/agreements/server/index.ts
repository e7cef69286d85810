export { findBlockingAgreement, needsSignature } from './duty.ts';
