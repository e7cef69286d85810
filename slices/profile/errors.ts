import { error } from '../../contract/declaredError.ts';

export const errors = {
  tfaVerificationWrong: error(
    54,
    200,
    'Invalid TFA verification code.',
    'קוד האימות הדו-שלבי שגוי.',
  ),
  partnerUserNameRequired: error(
    128,
    200,
    'Partner User Name is required.',
    'יש להזין שם משתמש של השותף.',
  ),
  partnerPasswordRequired: error(
    129,
    200,
    'Partner Password is required.',
    'יש להזין סיסמה של השותף.',
  ),
  partnerApplicationIdRequired: error(
    130,
    200,
    'Application Id is required.',
    'יש להזין מזהה יישום.',
  ),
  partnerSecretRequired: error(
    144,
    200,
    'Application Secret Key is required.',
    'יש להזין מפתח סודי של היישום.',
  ),
  partnerTenantRequired: error(
    145,
    200,
    'Application Tenant Id is required.',
    'יש להזין מזהה דייר של היישום.',
  ),
};
