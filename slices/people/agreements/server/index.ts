export { agreementInTheWay, needsSignature } from './duty.ts';
