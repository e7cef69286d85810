import { error } from '../../contract/declaredError.ts';

export const errors = {
  accountStreamLimit: error(
    1020,
    429,
    'This account already has {max} live connections open. Close a browser tab and try again.',
    'לחשבון הזה כבר פתוחים {max} חיבורים חיים. יש לסגור לשונית בדפדפן ולנסות שוב.',
  ),
  siteStreamLimit: error(
    1021,
    429,
    'This site already has {max} live connections open. Try again in a minute.',
    'לאתר הזה כבר פתוחים {max} חיבורים חיים. אפשר לנסות שוב בעוד דקה.',
  ),
  metricsTokenRequired: error(
    1022,
    403,
    'Metrics require the metrics token. Send it as a Bearer token in the Authorization header.',
    'קריאת המדדים דורשת את טוקן המדדים. יש לשלוח אותו כ-Bearer בכותרת Authorization.',
  ),
};
