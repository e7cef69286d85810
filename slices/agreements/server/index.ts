export { agreementInTheWay, guardAgreement, needsSignature, signatureMissing } from './duty.ts';
export { agreementMenu } from './menu.ts';
export { agreementRoutes } from './routes.ts';
