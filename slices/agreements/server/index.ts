export { agreementInTheWay, needsSignature, signatureMissing } from './duty.ts';
