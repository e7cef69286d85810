export { findBlockingAgreement, needsSignature } from './signatureRequirement.ts';
